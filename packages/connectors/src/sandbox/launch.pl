# Starts a program in a sandbox, gives it the files of its job when the service orders so on file descriptor 3, and ends as the
# program ends. Perl, because every Debian and Ubuntu has it and it can call the kernel directly.
#
# perl launch.pl OPTIONS -- PROGRAM ARGUMENTS
#   --arch=x64|arm64
#   --spaces=own|user|none  namespaces: as root, inside a user namespace, or none
#   --root=FOLDER           a folder of this machine that the sandbox can do without; its root is mounted there
#   --uid=N                 user and group of the program; it sees files of this process's user as its own
#   --see=PATH              the program can read this file or folder; repeated
#   --link=PATH=TARGET      a symbolic link that the program finds; repeated
#   --filter=HEX            seccomp program
#   --trial=FOLDER          opens this folder to the program, sets limits, and ends as the program ends
#
# Order: lines "clear", "r HEX-PATH", "w HEX-PATH", "limits MEMORY-BEYOND CPU-SECONDS FILE-BYTES" (with " soft" where
# another job may follow), and "go". Answers: "started
# PID", "ready" or "refused REASON". "clear" takes the files of the job away, so that the program may be given another one.
use strict;

my (%with, @see, @links);
while (@ARGV) {
  my $option = shift @ARGV;
  last if $option eq '--';
  my ($name, $value) = $option =~ /^--(\w+)=(.*)$/s or die "option $option\n";
  if    ($name eq 'see')  { push @see, $value }
  elsif ($name eq 'link') { push @links, $value }
  else                    { $with{$name} = $value }
}
my @command = @ARGV;

my ($X64, %NR) = $with{arch} eq 'x64';
@NR{qw(unshare mount umount2 pivot_root prctl capset setresuid setresgid setgroups prlimit64 close)} =
  $X64 ? (272, 165, 166, 155, 157, 126, 117, 119, 116, 302, 3) : (97, 40, 39, 41, 167, 91, 147, 149, 159, 261, 57);
@NR{qw(open_tree move_mount mount_setattr pidfd_open close_range)} = (428, 429, 442, 434, 436);

use constant {
  AT_FDCWD => -100, AT_EMPTY_PATH => 0x1000, OPEN_TREE => 0x80001, MOVE_EMPTY_PATH => 4, CLOEXEC_RANGE => 4,
  RDONLY => 1, NOSUID => 2, NODEV => 4, NOEXEC => 8, IDMAP => 0x100000,
  REC => 0x4000, PRIVATE => 1 << 18, SLAVE => 1 << 19, SHARED => 1 << 20, DETACH => 2,
  NEW_USER => 0x10000000, NEW_MOUNTS => 0x20000,
  # Also processes, network, System V objects and host name.
  NEW_ALL => 0x20000 | 0x20000000 | 0x40000000 | 0x8000000 | 0x4000000,
  LIMIT_CPU => 0, LIMIT_FILE => 1, LIMIT_CORE => 4, LIMIT_OPEN => 7, LIMIT_MEMORY => 9,
  SET_PDEATHSIG => 1, SET_DUMPABLE => 4, SET_SECCOMP => 22, CAPBSET_DROP => 24, NO_NEW_PRIVS => 38,
};

open(my $control, '+<&=', 3) or die "no control\n";
sub say_line { syswrite $control, "$_[0]\n" }

sub refuse {
  say_line("refused $_[0]");
  exit 125;
}

# Calls the kernel; without the name of a step a failure is the caller's affair.
sub kernel {
  my ($step, $name, @arguments) = @_;
  my $result = syscall($NR{$name}, @arguments);
  refuse("$step: $!") if $result == -1 && $step ne '';
  return $result;
}

sub limit {
  my ($pid, $which, $value) = @_;
  return kernel('', 'prlimit64', $pid, $which, pack('QQ', $value, $value), 0) == 0;
}

# A program whose calls are filtered cannot raise its limits. Where another job may follow, its hard limits stay, since raising them
# again for that job would need a capability that containers lack.
my $soft = 0;
sub limit_job {
  my ($pid, $which, $value) = @_;
  return limit($pid, $which, $value) unless $soft && defined $with{filter};
  # Called directly: the kernel writes into the text itself.
  my $before = "\0" x 16;
  return 0 if syscall($NR{prlimit64}, $pid, $which, 0, $before) != 0;
  my (undef, $hard) = unpack('QQ', $before);
  return kernel('', 'prlimit64', $pid, $which, pack('QQ', $value < $hard ? $value : $hard, $hard), 0) == 0;
}

my $root = $with{root};
# What the job's files have brought to the sandbox: mounts, and the entries that hold them.
my (@mounts, @entries);

# A copy of a mount with attributes, at the same path below the new root.
sub show {
  my ($path, $attributes, $map) = @_;
  my $from = kernel('', 'open_tree', AT_FDCWD, $path, OPEN_TREE);
  return $!{ENOENT} ? '' : "bind $path: $!" if $from < 0;
  $attributes |= IDMAP if $map >= 0;
  my $wanted = pack('QQQQ', $attributes, 0, 0, $map < 0 ? 0 : $map);
  my $set = kernel('', 'mount_setattr', $from, '', AT_EMPTY_PATH, $wanted, 32);
  my $problem = $set == 0 ? '' : $map < 0 ? "attributes of $path: $!" : "user: $!";
  if ($problem eq '') {
    my $parent = $root;
    my @names = grep { $_ ne '' } split m{/}, $path;
    my $last = pop @names;
    for (@names) {
      $parent .= "/$_";
      push @entries, $parent if mkdir $parent, 0755;
    }
    my $entry = "$parent/$last";
    if (-d $path) { push @entries, $entry if mkdir $entry, 0755 }
    elsif (!-e $entry) { push @entries, $entry if open(my $file, '>', $entry) }
    if (kernel('', 'move_mount', $from, '', AT_FDCWD, $entry, MOVE_EMPTY_PATH) == 0) { push @mounts, $entry }
    else { $problem = "mount $path: $!" }
  }
  kernel('', 'close', $from);
  return $problem;
}

sub write_map {
  my ($process, $line) = @_;
  for my $map ("/proc/$process/uid_map", "/proc/$process/gid_map") {
    open(my $file, '>', $map) or refuse("user namespace: $!");
    defined syswrite($file, $line) or refuse("user namespace: $!");
  }
}

limit(0, LIMIT_CORE, 0);
limit(0, LIMIT_OPEN, 1024);
my $spaces = $with{spaces} ne 'none';
if ($with{spaces} eq 'user') {
  my ($uid, $gid) = ($> + 0, $) + 0);
  kernel('user namespace', 'unshare', NEW_USER);
  if (open(my $groups, '>', '/proc/self/setgroups')) { syswrite $groups, 'deny' }
  for (['uid', $uid], ['gid', $gid]) {
    open(my $file, '>', "/proc/self/$_->[0]_map") or refuse("user namespace: $!");
    defined syswrite($file, "$_->[1] $_->[1] 1") or refuse("user namespace: $!");
  }
}

# The first process of the new namespace of processes does nothing: signals act on the second as on any other. It also holds
# the user namespace by which the program sees files as its own.
my $map = -1;
my $mapFile;
my ($stay, $leave);
if ($spaces) {
  kernel('namespaces', 'unshare', NEW_ALL);
  kernel('mounts', 'mount', 'none', '/', 0, REC | PRIVATE, 0);
  pipe($stay, $leave);
  pipe(my $isIn, my $in);
  my $first = fork;
  refuse("process: $!") unless defined $first;
  if ($first == 0) {
    close $leave;
    close $isIn;
    kernel('', 'unshare', NEW_USER) if defined $with{uid};
    kernel('', 'prctl', SET_DUMPABLE, 0, 0, 0, 0);
    syswrite $in, '.';
    close $in;
    close $control;
    close STDIN;
    close STDOUT;
    close STDERR;
    sysread $stay, my $end, 1;
    exit 0;
  }
  close $in;
  close $stay;
  if (defined $with{uid}) {
    sysread $isIn, my $byte, 1;
    write_map($first, '0 ' . ($with{uid} + 0) . " 1\n");
    open($mapFile, '<', "/proc/$first/ns/user") or refuse("user: $!");
    $map = fileno $mapFile;
  }
  kernel('root', 'mount', 'none', $root, 'tmpfs', NOSUID | NODEV, 'size=4m,mode=755');
  kernel('root', 'mount', 'none', $root, 0, SHARED, 0);
  mkdir "$root/tmp", 0755;
  for (@links) {
    my ($path, $target) = split /=/, $_, 2;
    symlink $target, "$root$path";
  }
  for my $path (@see) {
    my $problem = show($path, RDONLY | NOSUID | NODEV, $map);
    $problem = show($path, RDONLY | NOSUID | NODEV, -1) if $problem =~ /^user:/;
    refuse($problem) if $problem ne '';
  }
  @mounts = @entries = ();
}

my $program = fork;
refuse("process: $!") unless defined $program;
if ($program == 0) {
  if ($spaces) {
    kernel('mounts', 'unshare', NEW_MOUNTS);
    kernel('mounts', 'mount', 'none', $root, 0, REC | SLAVE, 0);
    chdir $root or refuse("root: $!");
    kernel('root', 'pivot_root', '.', '.');
    kernel('root', 'umount2', '.', DETACH);
    chdir '/' or refuse("root: $!");
    kernel('root', 'mount_setattr', AT_FDCWD, '/', 0, pack('QQQQ', RDONLY | NOSUID | NODEV | NOEXEC, 0, 0, 0), 32);
  }
  kernel('', 'prctl', CAPBSET_DROP, $_, 0, 0, 0) for 0 .. 40;
  if (defined $with{uid}) {
    my $uid = $with{uid} + 0;
    kernel('user', 'setgroups', 0, 0);
    kernel('user', 'setresgid', $uid, $uid, $uid);
    kernel('user', 'setresuid', $uid, $uid, $uid);
  }
  kernel('capabilities', 'capset', pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
  kernel('privileges', 'prctl', NO_NEW_PRIVS, 1, 0, 0, 0);
  kernel('', 'prctl', SET_PDEATHSIG, 9, 0, 0, 0);
  kernel('files', 'close_range', 3, 0xFFFFFFFF, CLOEXEC_RANGE);
  if (defined $with{filter}) {
    my $filter = pack('H*', $with{filter});
    kernel('seccomp', 'prctl', SET_SECCOMP, 2, pack('Sx6P', length($filter) / 8, $filter), 0, 0);
  }
  %ENV = ();
  exec { $command[0] } @command;
  refuse("$command[0]: $!");
}
close STDIN;
close STDOUT;
close STDERR;

my $pidfd = kernel('', 'pidfd_open', $program, 0);
refuse("pidfd: $!") if $pidfd < 0;
say_line("started $program");

sub set_limits {
  return 1 if !grep { !limit_job($program, @$_) } @_;
  return 0 unless defined $with{uid};
  # Without the capability for it, only the program's own user may set its limits. A process of the new namespace knows the
  # program as its second.
  my $uid = $with{uid} + 0;
  my $setter = fork;
  return 0 unless defined $setter;
  if ($setter == 0) {
    kernel('', 'setgroups', 0, 0);
    kernel('', 'setresgid', $uid, $uid, $uid);
    kernel('', 'setresuid', $uid, $uid, $uid);
    exit(grep({ !limit_job(2, @$_) } @_) ? 1 : 0);
  }
  waitpid $setter, 0;
  return $? == 0;
}

# The last mount goes first, since it may lie in an earlier one.
sub clear_job {
  while (defined(my $mount = pop @mounts)) {
    return "clear: $!" if kernel('', 'umount2', $mount, DETACH) != 0;
  }
  while (defined(my $entry = pop @entries)) {
    (-d $entry ? rmdir $entry : unlink $entry) or return "clear: $!";
  }
  return '';
}

# Processor seconds that the program has used, rounded up.
sub used_seconds {
  open(my $stat, '<', "/proc/$program/stat") or return undef;
  my @fields = split / /, (<$stat> =~ s/^.*\) //sr);
  return int(($fields[11] + $fields[12] + 99) / 100);
}

# Limits of memory count from what the program had addressed before its first job, so that they are the same for each job.
my $addressed;

sub take_order {
  my ($text) = @_;
  for (split /\n/, $text) {
    if ($_ eq 'clear') {
      my $problem = clear_job();
      return $problem if $problem ne '';
    }
    elsif (/^limits (\d+) (\d+) (\d+)( soft)?$/) {
      $soft = defined $4;
      my ($beyond, $cpu, $file) = ($1 + 0, $2 + 0, $3 + 0);
      my $used = used_seconds();
      open(my $statm, '<', "/proc/$program/statm") or return 'limits: no process';
      my ($pages) = split / /, <$statm>;
      return 'limits: no process' unless defined $used && defined $pages;
      $addressed //= $pages * 4096;
      my @limits = ([LIMIT_MEMORY, $addressed + $beyond], [LIMIT_CPU, $used + $cpu], [LIMIT_FILE, $file]);
      set_limits(@limits) or return "limits: $!";
    }
    elsif ($spaces && /^([rw]) ([0-9a-f]+)$/) {
      my $attributes = NOSUID | NODEV | NOEXEC | ($1 eq 'r' ? RDONLY : 0);
      my $problem = show(pack('H*', $2), $attributes, $map);
      return $problem if $problem ne '';
    }
  }
  return '';
}

# Shows whether this machine allows all of it.
if (defined $with{trial}) {
  my $ended = '';
  vec($ended, $pidfd, 1) = 1;
  select($ended, undef, undef, 10);
  my $problem = take_order('w ' . unpack('H*', $with{trial}) . "\nlimits 8000000000 1000 1000000");
  waitpid $program, 0;
  refuse($problem) if $problem ne '';
  exit($? == 0 ? 0 : 125);
}

my $order = '';
while (1) {
  my $wanted = '';
  vec($wanted, 3, 1) = 1;
  vec($wanted, $pidfd, 1) = 1;
  next if select(my $found = $wanted, undef, undef, undef) <= 0;
  if (vec($found, $pidfd, 1)) {
    waitpid $program, 0;
    my ($code, $signal) = ($? >> 8, $? & 127);
    exit $code if $signal == 0;
    $SIG{$_} = 'DEFAULT' for grep { $_ ne 'KILL' && $_ ne 'STOP' && !/^(?:NUM|RT)/ } keys %SIG;
    kill $signal, $$;
    exit 128 + $signal;
  }
  # The service has ended, or wants the program to end.
  my $read = sysread $control, $order, 65536, length $order;
  if (!$read) {
    kill 'KILL', $program;
    exit 0;
  }
  next unless $order =~ s/^(.*?)go\n//s;
  my $problem = take_order($1);
  say_line($problem eq '' ? 'ready' : "refused $problem");
}
