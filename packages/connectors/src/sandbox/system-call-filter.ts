/** Calls of the kernel that a program in the sandbox may make, with their numbers on x86-64 and on AArch64. */
const ALLOWED = `
  read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70,
  preadv2 327 286, pwritev2 328 287, open 2 -, openat 257 56, close 3 57, close_range 436 436, dup 32 23,
  dup2 33 -, dup3 292 24, fcntl 72 25, ioctl 16 29, flock 73 32, lseek 8 62, stat 4 -, lstat 6 -, fstat 5 80,
  newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44, access 21 -, faccessat 269 48,
  faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61, getcwd 79 17,
  chdir 80 49, mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38,
  renameat2 316 276, ftruncate 77 46, truncate 76 45, fallocate 285 47, fsync 74 82, fdatasync 75 83,
  sync_file_range 277 84, fadvise64 221 223, utimensat 280 88, copy_file_range 326 285, sendfile 40 71,
  umask 95 166, mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, msync 26 227,
  mincore 27 232, brk 12 214, pkey_alloc 330 289, pkey_mprotect 329 288, pkey_free 331 290, membarrier 324 283,
  futex 202 98, futex_waitv 449 449, set_robust_list 273 99, get_robust_list 274 100, rseq 334 293,
  set_tid_address 218 96, gettid 186 178, getpid 39 172, getppid 110 173, getuid 102 174, geteuid 107 175,
  getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgrp 111 -,
  getpgid 121 155, getsid 124 156, capget 125 90, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139,
  rt_sigpending 127 136, rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, kill 62 129,
  tgkill 234 131, tkill 200 130, restart_syscall 219 128, pause 34 -, exit 60 93, exit_group 231 94, wait4 61 260,
  waitid 247 95, execve 59 221, arch_prctl 158 -, prctl 157 167, clock_gettime 228 113, clock_getres 229 114,
  clock_nanosleep 230 115, gettimeofday 96 169, time 201 -, nanosleep 35 101, times 100 153, getrusage 98 165,
  sysinfo 99 179, uname 63 160, getrlimit 97 163, getcpu 309 168,
  sched_yield 24 124, sched_getaffinity 204 123, sched_setaffinity 203 122, sched_getparam 143 121,
  sched_getscheduler 145 120, sched_get_priority_max 146 125, sched_get_priority_min 147 126, getpriority 140 141,
  setpriority 141 140, poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -,
  epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441,
  eventfd 284 -, eventfd2 290 19, pipe 22 -, pipe2 293 59, timerfd_create 283 85, timerfd_settime 286 86,
  timerfd_gettime 287 87, getrandom 318 278, recvmsg 47 212, sendmsg 46 211, recvfrom 45 207, sendto 44 206,
  shutdown 48 210, getsockopt 55 209, setsockopt 54 208, getsockname 51 204, getpeername 52 205
`;

/** Starting threads is allowed, starting processes is not. */
const CLONE = { x64: 56, arm64: 220 } as const;
const THREAD = 0x10000;
/** Limits may be read, and not be set: those of a job are raised and lowered from outside. */
const LIMITS = { x64: 302, arm64: 261 } as const;

const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
export type FilteredArch = keyof typeof AUDIT_ARCH;
export const isFilteredArch = (arch: string): arch is FilteredArch => arch in AUDIT_ARCH;

/** Instructions of BPF, and places in the description of a call that they read. */
const BPF = { load: 0x20, ifEqual: 0x15, ifAnyBit: 0x45, end: 0x06 } as const;
const PLACE = { call: 0, arch: 4, firstArgument: 16, thirdArgument: 32 } as const;
const ANSWER = { kill: 0x80000000, allow: 0x7fff0000, noSuchCall: 0x00050000 + 38 } as const;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Numbers of the allowed calls on an architecture. */
const numbersOf = (arch: FilteredArch): readonly number[] =>
  ALLOWED.split(',')
    .map((row) => row.trim().split(' ')[arch === 'x64' ? 1 : 2])
    .filter((number) => number !== '-')
    .map(Number);

/**
 * The seccomp program of the sandbox, in hexadecimal. A call that is not allowed, among them every way to a socket, another process,
 * a namespace or a mount, fails as one that the kernel does not have.
 */
export function systemCallFilter(arch: FilteredArch): string {
  const numbers = numbersOf(arch);
  const program: Instruction[] = [
    [BPF.load, 0, 0, PLACE.arch],
    [BPF.ifEqual, 1, 0, AUDIT_ARCH[arch]],
    [BPF.end, 0, 0, ANSWER.kill],
    [BPF.load, 0, 0, PLACE.call],
    [BPF.ifEqual, 0, 3, CLONE[arch]],
    [BPF.load, 0, 0, PLACE.firstArgument],
    [BPF.ifAnyBit, 0, numbers.length + 7, THREAD],
    [BPF.end, 0, 0, ANSWER.allow],
    [BPF.ifEqual, 0, 5, LIMITS[arch]],
    [BPF.load, 0, 0, PLACE.thirdArgument],
    [BPF.ifEqual, 0, numbers.length + 3, 0],
    [BPF.load, 0, 0, PLACE.thirdArgument + 4],
    [BPF.ifEqual, 0, numbers.length + 1, 0],
    [BPF.end, 0, 0, ANSWER.allow],
    ...numbers.map((number, index): Instruction => [BPF.ifEqual, numbers.length - index, 0, number]),
    [BPF.end, 0, 0, ANSWER.noSuchCall],
    [BPF.end, 0, 0, ANSWER.allow],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes.toString('hex');
}
