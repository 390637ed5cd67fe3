// SPDX-License-Identifier: MIT
// The chip from Rust, by plain FFI: counter 1 divides 1 MHz by 5000 and toggles OUT1; sleeps from change to change for
// a second. `make rust` compiles and runs it. Exit status 0 if OUT1 rose 100 times.
use std::ffi::c_void;

#[repr(C)]
#[derive(Default)]
struct Config {
    x2: [u64; 5],     // high_ps, low_ps, high_part, low_part, parts
    delays: [u64; 9], // tcmd_ps to trhqz_ps
    choices: u32,
    refuse_past: bool,
}

#[link(name = "am9513")]
extern "C" {
    fn am9513_size() -> usize;
    fn am9513_init(chip: *mut c_void, config: *const Config) -> i32;
    fn am9513_write(chip: *mut c_void, now_ps: u64, control: bool, data: u16) -> i32;
    fn am9513_advance(chip: *mut c_void, now_ps: u64) -> i32;
    fn am9513_get(chip: *mut c_void) -> u64;
    fn am9513_next_ps(chip: *mut c_void, watched: u64) -> u64;
}

const OUT1: u64 = 1 << 32;

fn main() {
    let mut memory = vec![0u64; (unsafe { am9513_size() } + 7) / 8];
    let chip = memory.as_mut_ptr() as *mut c_void;
    let config = Config { x2: [500_000, 500_000, 0, 0, 0], ..Default::default() };
    let program = [(true, 0x01), (false, 0x22), (false, 0x0b), (false, 0x88), (false, 0x13), (true, 0x61)];
    let (mut now_ps, mut rises, mut level) = (0, 0, 0);
    unsafe {
        assert_eq!(am9513_init(chip, &config), 0);
        for (control, byte) in program {
            now_ps += 1_500_000;
            assert_eq!(am9513_write(chip, now_ps, control, byte), 0);
        }
        while now_ps < 1_000_000_000_000 {
            now_ps = am9513_next_ps(chip, OUT1);
            assert_eq!(am9513_advance(chip, now_ps), 0);
            let out = am9513_get(chip) & OUT1;
            rises += (out & !level) >> 32;
            level = out;
        }
    }
    println!("{} rises of OUT1 in a second", rises);
    std::process::exit(if rises == 100 { 0 } else { 1 });
}
