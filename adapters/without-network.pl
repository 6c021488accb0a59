# Runs a command that cannot open sockets or read the memory of other processes:
#   perl without-network.pl COMMAND [ARGUMENT…]
# A seccomp filter does that without privileges, also in Fargate, where user namespaces are blocked. Perl is part of every Debian
# and Ubuntu. Without a kernel that filters (seccomp(2)), the command runs unfiltered.
use strict;
use warnings;
use Config;

my ($prctl, $architecture, @denied) =
    $Config{archname} =~ /^x86_64/
    # socket, ptrace, process_vm_readv, process_vm_writev, io_uring_setup, pidfd_getfd
    ? (157, 0xC000003E, 41, 101, 310, 311, 425, 438)
    : (167, 0xC00000B7, 198, 117, 270, 271, 425, 438);

my ($load, $equal, $atLeast, $return) = (0x20, 0x15, 0x35, 0x06);
my ($allow, $refuse) = (0x7fff0000, 0x00050000 | 13);
my $refusal = @denied + 3;
# Each jump is counted from the instruction after it, up to the last one, which refuses with EACCES.
my @filter = (
    [$load, 0, 0, 4],
    [$equal, 0, $refusal, $architecture],
    [$load, 0, 0, 0],
    # System calls of the x32 interface have this bit.
    [$atLeast, $refusal - 2, 0, 0x40000000],
    (map { [$equal, $refusal - 3 - $_, 0, $denied[$_]] } 0 .. $#denied),
    [$return, 0, 0, $allow],
    [$return, 0, 0, $refuse],
);
my $program = join '', map { pack 'SCCL', @$_ } @filter;
my $descriptor = pack 'S x![P] P', scalar @filter, $program;

# PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP with SECCOMP_MODE_FILTER. Both survive exec.
syscall $prctl, 38, 1, 0, 0, 0;
syscall $prctl, 22, 2, $descriptor, 0, 0;

no warnings 'exec';
exec { $ARGV[0] } @ARGV or do {
    print STDERR "$ARGV[0]: not found\n";
    exit 127;
};
