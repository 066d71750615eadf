#!/usr/bin/env python3
"""No execution meets what another one left behind: it is put back, or the call that would do it is refused.

Each body below runs in a thread, in two orders with the rest of the program, in one process. PRISTINE fails where something of the
execution before is there still.

    surviving_state_test.py BIN
"""

import pathlib
import subprocess
import sys
import tempfile

VERIFIED, REFUSED, BOUNDED = 0, 3, 20  # bounded: a library is loaded that is not seen

HEADERS = """dirent errno fcntl locale mntent pthread sched semaphore signal stdio stdlib string unistd time linux/fs sys/epoll
sys/eventfd sys/file sys/ioctl sys/ipc sys/mman sys/prctl sys/resource sys/sem sys/shm sys/socket sys/stat sys/time sys/xattr
dlfcn assert""".split()

BODIES = {
    "sem_open": r'sem_t*s=sem_open("/selv_s",O_CREAT,0600,0); int v; sem_getvalue(s,&v); PRISTINE(v==0); sem_post(s);',
    "shm_open": r'int k=shm_open("/selv_m",O_CREAT|O_RDWR,0600); struct stat st; fstat(k,&st); PRISTINE(st.st_size==0); ftruncate(k,4096);',
    "flock": r'int k=open("./f",O_RDWR); PRISTINE(flock(k,LOCK_EX|LOCK_NB)==0);',
    "posix_lock": r'int k=open("./f",O_RDWR); struct flock l={F_WRLCK,SEEK_SET,0,0,0}; PRISTINE(fcntl(k,F_SETLK,&l)==0);',
    "create": r'PRISTINE(access("./new",F_OK)!=0); int k=open("./new",O_CREAT|O_WRONLY,0600); write(k,"x",1); close(k);',
    "remove": r'PRISTINE(access("./f",F_OK)==0); unlink("./f");',
    "rename": r'PRISTINE(access("./f",F_OK)==0); rename("./f","./g");',
    "symlink": r'PRISTINE(symlink("f","./link")==0);',
    "link": r'PRISTINE(link("./f","./hard")==0);',
    "mkdir": r'PRISTINE(mkdir("./dir",0700)==0);',
    "append": r'FILE*o=fopen("./f","a"); PRISTINE(ftell(o)<=1); fputs("more",o); fclose(o); o=fopen("./f","r"); char b[64]={0}; fread(b,1,60,o); fclose(o); PRISTINE(strlen(b)==5);',
    "env": r'PRISTINE(getenv("SELV")==0); setenv("SELV","1",1);',
    "putenv": r'PRISTINE(getenv("SELV2")==0); putenv("SELV2=1");',
    "umask": r'mode_t o=umask(0123); PRISTINE(o!=0123);',
    "chdir": r'char b[256]; getcwd(b,256); PRISTINE(strcmp(b,"/usr")!=0); chdir("/usr");',
    "signal": r'PRISTINE(signal(SIGUSR1,SIG_IGN)==SIG_DFL);',
    "sigmask": r'sigset_t s,o; sigemptyset(&s); sigaddset(&s,SIGUSR2); pthread_sigmask(SIG_BLOCK,&s,&o); PRISTINE(!sigismember(&o,SIGUSR2));',
    "sigpending": r'sigset_t s,o; sigemptyset(&s); sigaddset(&s,SIGUSR2); pthread_sigmask(SIG_BLOCK,&s,0); sigpending(&o); PRISTINE(!sigismember(&o,SIGUSR2)); raise(SIGUSR2);',
    "fdleak": r'int k=open("./f",O_RDONLY); PRISTINE(k<=4);',
    "fdleak_pipe": r'int p[2]; pipe(p); PRISTINE(p[0]<=4);',
    "fdleak_dup": r'int k=dup(0); PRISTINE(k<=4);',
    "fdleak_epoll": r'int k=epoll_create1(0); PRISTINE(k<=4);',
    "fdleak_eventfd": r'int k=eventfd(0,0); PRISTINE(k<=4);',
    "fdleak_memfd": r'int k=memfd_create("x",0); PRISTINE(k<=4);',
    "fdleak_opendir": r'DIR*d=opendir("."); PRISTINE(dirfd(d)<=4);',
    "fdleak_socketpair": r'int p[2]; socketpair(AF_UNIX,SOCK_STREAM,0,p); PRISTINE(p[0]<=4);',
    "closed0": r'PRISTINE(fcntl(0,F_GETFD)>=0); close(0);',
    "cloexec": r'PRISTINE(!(fcntl(0,F_GETFD)&FD_CLOEXEC)); fcntl(0,F_SETFD,FD_CLOEXEC);',
    "nonblock": r'PRISTINE(!(fcntl(0,F_GETFL)&O_NONBLOCK)); fcntl(0,F_SETFL,O_NONBLOCK);',
    "seek0": r'PRISTINE(lseek(0,0,SEEK_CUR)<=0); char c; read(0,&c,1);',
    "duplicate_offset": r'char c=0; int k=dup(0); PRISTINE(read(k,&c,1)==1&&c==97);',
    "duplicate_to_offset": r'char c=0; dup2(0,77); PRISTINE(read(77,&c,1)==1&&c==97);',
    "dev_stdin": r'char c=0; int k=open("/dev/stdin",O_RDONLY); PRISTINE(read(k,&c,1)==1&&c==97);',
    "dev_fd": r'FILE*o=fopen("/dev/fd/0","r"); PRISTINE(fgetc(o)==97); fclose(o);',
    "nice": r'errno=0; int n=getpriority(PRIO_PROCESS,0); PRISTINE(n==0); setpriority(PRIO_PROCESS,0,5);',
    "sched": r'struct sched_param p={0}; int q; PRISTINE(sched_getscheduler(0)==SCHED_OTHER); sched_setscheduler(0,SCHED_BATCH,&p);',
    "affinity": r'cpu_set_t s; sched_getaffinity(0,sizeof s,&s); int n=CPU_COUNT(&s); PRISTINE(n==2); CPU_ZERO(&s); CPU_SET(0,&s); sched_setaffinity(0,sizeof s,&s);',
    "dumpable": r'PRISTINE(prctl(PR_GET_DUMPABLE,0,0,0,0)==1); prctl(PR_SET_DUMPABLE,0,0,0,0);',
    "timerslack": r'long n=prctl(PR_GET_TIMERSLACK,0,0,0,0); PRISTINE(n==50000); prctl(PR_SET_TIMERSLACK,70000,0,0,0);',
    "nonewprivs": r'PRISTINE(prctl(PR_GET_NO_NEW_PRIVS,0,0,0,0)==0); prctl(PR_SET_NO_NEW_PRIVS,1,0,0,0);',
    "subreaper": r'int v=0; prctl(PR_GET_CHILD_SUBREAPER,&v,0,0,0); PRISTINE(v==0); prctl(PR_SET_CHILD_SUBREAPER,1,0,0,0);',
    "keepcaps": r'PRISTINE(prctl(PR_GET_KEEPCAPS,0,0,0,0)==0); prctl(PR_SET_KEEPCAPS,1,0,0,0);',
    "chmod": r'struct stat s; stat("./f",&s); PRISTINE((s.st_mode&0777)==0644); chmod("./f",0600);',
    "utimes": r'struct stat s; stat("./f",&s); PRISTINE(s.st_mtime!=5); struct timeval t[2]={{5,0},{5,0}}; utimes("./f",t);',
    "locale": r'PRISTINE(!strcmp(setlocale(LC_ALL,0),"C")); setlocale(LC_ALL,"C.UTF-8");',
    "srand": r'int r=rand(); PRISTINE(r==1804289383);',
    "timer": r'timer_t t; PRISTINE(timer_create(CLOCK_REALTIME,0,&t)==0);',
    "itimer": r'struct itimerval v={{0,0},{5,0}},o; setitimer(ITIMER_REAL,&v,&o); PRISTINE(o.it_value.tv_sec==0);',
    "alarm": r'PRISTINE(alarm(5)==0);',
    "sigaltstack": r'stack_t s,o; sigaltstack(0,&o); PRISTINE(o.ss_flags&SS_DISABLE); s.ss_sp=malloc(65536); s.ss_size=65536; s.ss_flags=0; sigaltstack(&s,0);',
    "tmpfile": r'FILE*t=tmpfile(); PRISTINE(fileno(t)<=4);',
    "mkstemp": r'char b[]="./tXXXXXX"; int k=mkstemp(b); PRISTINE(k>=0&&k<=4);',
    "truncate": r'struct stat s; stat("./f",&s); PRISTINE(s.st_size==1); truncate("./f",0);',
    "stdin_getc": r'int c=getchar(); PRISTINE(c==97);',
    "setvbuf": r'static char b[100]; PRISTINE(setvbuf(stdin,b,_IOFBF,100)==0);',
    "dlopen": r'static int n; void*h=dlopen("libz.so.1",RTLD_NOW|RTLD_NOLOAD); PRISTINE(!h); dlopen("libz.so.1",RTLD_NOW);',
    "lchmod": r'struct stat s; stat("./f",&s); PRISTINE((s.st_mode&0777)==0644); lchmod("./f",0600);',
    "setmntent": r'PRISTINE(access("./mt",F_OK)!=0); FILE*o=setmntent("./mt","a"); fputs("x",o); fclose(o);',
    "setuid": r'PRISTINE(getuid()!=12345); setuid(12345);',
    "setrlimit": r'struct rlimit r; getrlimit(RLIMIT_FSIZE,&r); PRISTINE(r.rlim_cur!=4096); r.rlim_cur=4096; setrlimit(RLIMIT_FSIZE,&r);',
    "semget": r'int s=semget(0x53454c37,1,IPC_CREAT|0600); PRISTINE(semctl(s,0,GETVAL)==0); semctl(s,0,SETVAL,1);',
    "shmget": r'int s=shmget(0x53454c38,4096,IPC_CREAT|0600); int*p=shmat(s,0,0); PRISTINE(*p==0); *p=1; shmdt(p);',
    "setxattr": r'char b[8]; PRISTINE(getxattr("./f","user.sel",b,8)<0); setxattr("./f","user.sel","x",1,0);',
    "set_flags": r'int k=open("./f",O_RDONLY),v=0; ioctl(k,FS_IOC_GETFLAGS,&v); PRISTINE(!(v&FS_NODUMP_FL)); v|=FS_NODUMP_FL; ioctl(k,FS_IOC_SETFLAGS,&v);',
}

PROGRAM = """
#define PRISTINE(holds) assert(holds)
extern int lchmod(const char*, mode_t);
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int order;
static const char* wanted;
%s
static void* call(void* unused) {
  pthread_mutex_lock(&first);
  order = order * 2 + 1;
  pthread_mutex_unlock(&first);
%s
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  return unused;
}
int main(int count, char** arguments) {
  wanted = arguments[1];
  pthread_t thread;
  pthread_create(&thread, 0, call, 0);
  pthread_mutex_lock(&first);
  order = order * 2;
  pthread_mutex_unlock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_join(thread, 0);
  return count - 2;
}
"""


def main():
    binaries = pathlib.Path(sys.argv[1]).resolve()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        functions = "".join(f"static void body_{name}(void) {{ {body} }}\n" for name, body in BODIES.items())
        calls = "".join(f'  if (!strcmp(wanted, "{name}")) body_{name}();\n' for name in BODIES)
        includes = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}.h>\n" for name in HEADERS)
        (work / "calls.c").write_text(includes + PROGRAM % (functions, calls))
        subprocess.run([binaries / "selvage-cc", "-w", "-g", "-pthread", "-o", work / "calls", work / "calls.c"], check=True)
        (work / "f").write_text("a")
        (work / "f").chmod(0o644)
        for name in BODIES:
            with open(work / "f", encoding="utf-8") as given:
                result = subprocess.run([binaries / "selvage", "check", "-j1", "--check", "standard,-stuck", "./calls", "--", name],
                                        cwd=work, text=True, stdin=given, capture_output=True, timeout=60)
            if result.returncode not in (VERIFIED, REFUSED, BOUNDED):
                failed.append(f"{name}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
        left = sorted(path.name for path in work.iterdir() if path.name not in ("calls", "calls.c", "f"))
        left = [name for name in left if not name.endswith(".selvage")]
        if left or (work / "f").read_text() != "a":
            failed.append(f"files were left or changed: {left}")
    print(f"{len(BODIES)} calls, {len(failed)} of them met again or left outside")
    print("\n".join(failed))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
