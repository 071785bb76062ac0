//! Metrics of this process and its disks from the operating system. On systems other than Linux some are missing.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::registry::Registry;
use rustix::process::{Resource, getrlimit};

use super::exposition::{gauge, gauges, label};

/// Registers the metrics. `started` is the time at which the process began to serve; `folders` are the names and paths
/// whose free space is reported.
pub fn register(registry: &mut Registry, started: SystemTime, folders: &[(&'static str, Option<&Path>)]) {
    let resident = resident_memory("self");
    gauge(registry, "process_resident_memory_bytes", "Resident memory of the process, without its renderer", resident);
    let open = std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as f64);
    gauge(registry, "process_open_fds", "Open file descriptors", open);
    let max_files = getrlimit(Resource::Nofile).current.map(|max_files| max_files as f64);
    gauge(registry, "process_max_fds", "Maximum number of open file descriptors", max_files);
    let started = started.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs_f64());
    gauge(registry, "process_start_time_seconds", "Start time of the process in seconds since the Unix epoch", started);
    let disks = folders.iter().filter_map(|(name, folder)| {
        let disk = rustix::fs::statvfs((*folder)?).ok()?;
        Some((*name, disk.f_bavail as f64 * disk.f_frsize as f64, disk.f_blocks as f64 * disk.f_frsize as f64))
    });
    let disks: Vec<_> = disks.collect();
    let free = disks.iter().map(|(name, free, _)| (label("disk", *name), *free));
    gauges(registry, "karst_disk_free_bytes", "Free space of the disks of the database and the media files", free);
    let size = disks.iter().map(|(name, _, size)| (label("disk", *name), *size));
    gauges(registry, "karst_disk_bytes", "Size of the disks of the database and the media files", size);
}

/// The resident memory of a process (its id, or `self`) in bytes. The kernel reports kibibytes.
pub fn resident_memory(process: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0)
}
