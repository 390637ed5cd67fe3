/* SPDX-License-Identifier: MIT
 * The values of a point: of the grid, or drawn. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "cli/random.h"
#include "sweep_internal.h"

#define DRAWS_MAX 10000 /* until the figures of a random point do not contradict each other */

static int64_t draw_value(const struct sweep_axis *axis, uint64_t *state)
{
    const double from = (double)axis->from, typ = (double)axis->typ, to = (double)axis->to, range = to - from;
    if (axis->spread == SPREAD_UNIFORM)
        return axis->from + (int64_t)random_below(state, (uint64_t)(axis->to - axis->from) + 1);
    for (;;) {
        const double u = random_uniform(state) + 0x1p-54; /* never 0 */
        const double value = axis->spread == SPREAD_NORMAL ? typ + range / 6 * gsl_cdf_ugaussian_Pinv(u)
                             : u * range < typ - from      ? from + sqrt(u * range * (typ - from))
                                                           : to - sqrt((1 - u) * range * (to - typ));
        if (value >= from && value <= to)
            return llround(value);
    }
}

static void draw(struct sweep_loaded *loaded, uint64_t point)
{
    const struct sweep *sweep = loaded->sweep;
    struct disorder d;
    uint64_t state = sweep_point_seed(sweep, point);
    for (int draws = 0; draws < DRAWS_MAX; draws++) {
        for (size_t n = 0; n < sweep->axes; n++)
            loaded->value[n] = draw_value(&sweep->axis[n], &state);
        if (!sweep_contradicts(loaded, &d))
            return;
    }
}

void sweep_values(struct sweep_loaded *loaded, uint64_t point)
{
    const struct sweep *sweep = loaded->sweep;
    if (sweep->random) {
        draw(loaded, point);
        return;
    }
    for (size_t n = sweep->axes; n-- > 0; point /= sweep->axis[n].values)
        loaded->value[n] = sweep->axis[n].from + (int64_t)(point % sweep->axis[n].values) * sweep->axis[n].step;
}
