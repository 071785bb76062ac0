/* Loaded before the C library: a flush of a database's file to the disk waits as long as the file that FLUSH_GATE names is
 * there, and then is the real one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_database(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "karst.db") != NULL;
}

static int flushed(const char *name, int file) {
    const char *gate = getenv("FLUSH_GATE");
    while (gate && is_database(file) && access(gate, F_OK) == 0) usleep(1000);
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return real(file);
}

int fsync(int file) { return flushed("fsync", file); }
int fdatasync(int file) { return flushed("fdatasync", file); }
