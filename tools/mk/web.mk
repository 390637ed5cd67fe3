# SPDX-License-Identifier: MIT
# build/web/index.html: the page on which to try the simulator. The command is compiled to WebAssembly below build/wasm
# by Debian's emscripten; pages/web/ has the page.

EMCC = NODE_PATH=/usr/share/nodejs emcc# where Debian's emscripten has its JavaScript
WASM_C = pages/web/main.c pages/web/ucontext.c pages/svg.c measure/tick.c \
         $(filter cli/% driver-sim/% model/% $(addprefix sim/,figures/% board/% language/% diagram/% capture/%),$(LIB_C)) \
         $(filter $(addprefix sim/command/,command_run.c command_capture.c command_timing.c timing_print.c run_% capture_% socket_%),$(LIB_C)) \
         $(addprefix sim/workstation/,harness.c vcpu.c bus_reads.c timing_table.c) $(addprefix sim/sweep/,timing_verdict.c cure.c sweep_limit.c sweep_play.c sweep_points.c)
# Of Debian's source packages, as no package has them for WebAssembly
WASM_CJSON = cJSON
WASM_ZLIB = adler32 compress crc32 deflate gzclose gzlib gzread gzwrite inffast inflate inftrees trees uncompr zutil
WASM_O = $(WASM_C:%.c=build/wasm/%.o) build/wasm/sim/board/fst_vcd.o $(MODELS:%=build/wasm/shim_%.o) $(MODELS:%=build/wasm/model_%.o) \
         $(RUNTIME:%=build/wasm/verilated/%.o) $(WASM_CJSON:%=build/wasm/cjson/%.o) $(WASM_ZLIB:%=build/wasm/zlib/%.o)

$(eval $(call objects,wasm))
build/wasm/%: private CC := $(CC) @build/wasm/flags
build/wasm/%: private CXX := $(CXX) @build/wasm/flags
WASM_LEVEL = -O3
build/wasm/%: private CFLAGS = $(WASM_LEVEL)
build/wasm/%: private CXXFLAGS = $(WASM_LEVEL)
build/wasm/%: private PIC =
build/wasm/%: private CPPFLAGS += -Ipages/web/include -isystem build/wasm/include
build/wasm/%: private VCPPFLAGS += -DVL_IGNORE_UNKNOWN_ARCH -isystem build/wasm/include
$(WASM_O): build/wasm/flags

build/wasm/flags: | setup-web
	@mkdir -p $(@D)
	emcc --cflags >$@.part
	tools/web-sources.sh $(@D)
	@mv $@.part $@

$(WASM_CJSON:%=build/wasm/cjson/%.o) $(WASM_ZLIB:%=build/wasm/zlib/%.o): build/wasm/%.o: build/wasm/flags
	$(Q)$(CC) -D_XOPEN_SOURCE=700 -DHAVE_UNISTD_H $(CFLAGS) -w -c -o $@ $(@:.o=.c)

# 1 GB of memory: more is "out of memory"
build/wasm/tmr0.js: $(WASM_O) $(wildcard parts/*.ini machines/*.ini machines/*/*.ini)
	$(Q)$(EMCC) $(WASM_LEVEL) -o $@ $(WASM_O) $(addprefix --embed-file ,parts machines) -s MODULARIZE -s EXPORT_NAME=tmr0 -s INVOKE_RUN=0 \
	    -s ENVIRONMENT=worker,node -s EXPORTED_RUNTIME_METHODS=callMain,FS -s ALLOW_MEMORY_GROWTH -s MAXIMUM_MEMORY=1GB \
	    -s ABORTING_MALLOC=0 -s NODEJS_CATCH_EXIT=0 -s NODEJS_CATCH_REJECTION=0

# The packages of package-lock.json, without their install scripts
WEB_NPM = build/web/npm/node_modules
build/web/npm/installed: pages/web/package.json pages/web/package-lock.json pages/web/.npmrc | setup-web
	@mkdir -p $(@D)
	cp $^ $(@D)
	cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

build/web/%.js: pages/web/%.mjs $(wildcard pages/web/*.mjs) build/web/npm/installed build/wasm/tmr0.js
	NODE_PATH=$(WEB_NPM) esbuild --bundle --minify --format=iife --external:fs --external:path --log-level=warning --outfile=$@ $<

build/web/index.html: build/web/app.js build/web/worker.js $(wildcard pages/web/*) pages/page.css pages/page.js README.md docs/manual.md LICENSE waves/board.gtkw waves/chip.gtkw $(wildcard tests/scenarios/*/*.scn)
	node pages/web/assemble.mjs build/web/app.js build/web/worker.js $@
