#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python module from the tree: its tests, and the example that is one. Needs python3-pytest.
. tests/check.sh
export PYTHONPATH="$root/bindings/python" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
report python "$(said=$($python -m pytest -q -p no:cacheprovider tests/python examples/python 2>&1) || echo "pytest: $said")"
check library 1 'none.so: cannot open shared object file' "TMR0_LIBRARY='$folder/none.so' $python -c 'import tmr0'"
mkdir -p "$folder/bindings/python" && cp -r bindings/python/tmr0 "$folder/bindings/python"
check no-library 1 'expected TMR0_LIBRARY=FILE to name it' "PYTHONPATH='$folder/bindings/python' $python -c 'import tmr0'"
mkdir "$folder/machines"
check not-built 1 'expected it after `make build/lib/libtmr0.so`' "PYTHONPATH='$folder/bindings/python' $python -c 'import tmr0'"
exit $bad
