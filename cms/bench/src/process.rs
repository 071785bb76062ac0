//! CPU time and memory of a process, from /proc.

use std::fs;
use std::time::Duration;

use anyhow::Context;

/// The number of ticks per second in which /proc counts CPU time. It is `USER_HZ`, which is 100 on x86 and ARM.
const TICKS_PER_SECOND: f64 = 100.0;

/// The CPU time of all threads of a process, in user and kernel mode.
pub fn cpu_time(pid: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).context("the server process has exited")?;
    // The second field is the command in parentheses, which may contain anything, so parsing starts after it.
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    Ok(Duration::from_secs_f64((ticks(11) + ticks(12)) / TICKS_PER_SECOND))
}

/// A size in /proc/PID/status, such as `VmHWM` (peak) or `VmRSS` (current), in MiB.
pub fn memory_mib(pid: u32, field: &str) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("the server process has exited")?;
    let value = status.lines().find_map(|found| found.strip_prefix(field)?.strip_prefix(':'));
    let kib = value.and_then(|value| value.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    Ok(kib.with_context(|| format!("/proc has no {field}"))? / 1024.0)
}

/// The first child of a process that runs the program `name`.
pub fn child_pid(pid: u32, name: &str) -> anyhow::Result<u32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).context("the server process has exited")?;
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let children = lists.collect::<Vec<_>>().join(" ");
    let mut children = children.split_whitespace().filter_map(|child| child.parse::<u32>().ok());
    // Compares the executable, because Next.js changes the process name.
    let runs_program =
        |child: &u32| fs::read_link(format!("/proc/{child}/exe")).is_ok_and(|program| program.ends_with(name));
    children.find(runs_program).with_context(|| format!("the server has no child process {name}"))
}

/// Resets the peak memory of a process, so that each case has a peak of its own. If the kernel refuses this,
/// the peak of earlier cases stays.
pub fn reset_peak_memory(pid: u32) {
    let _ = fs::write(format!("/proc/{pid}/clear_refs"), "5");
}

/// The machine in one line: processor, cores, kernel.
pub fn describe_machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map_or("unknown", |m| m.1);
    let cores = std::thread::available_parallelism().map_or(0, |cores| cores.get());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{model}, {cores} cores, Linux {}", kernel.trim())
}

/// The mean number of runnable tasks in the last minute.
pub fn load_average() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}
