//! Names of devices, from `User-Agent` headers.

/// The maximum length of the name of an unknown agent, in characters.
const MAX_UNKNOWN_CHARS: usize = 40;

/// The order matters: Edge and Opera also name Chrome, Chrome also names Safari, and Android also names Linux.
const BROWSERS: [(&[&str], &str); 7] = [
    (&["Edg/", "EdgA/", "EdgiOS/", "Edge/"], "Edge"),
    (&["OPR/", "Opera"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "Chromium/", "CriOS/"], "Chrome"),
    (&["Safari/"], "Safari"),
    (&["curl/"], "curl"),
];

const SYSTEMS: [(&[&str], &str); 7] = [
    (&["iPhone", "iPod"], "iPhone"),
    (&["iPad"], "iPad"),
    (&["Android"], "Android"),
    (&["Windows"], "Windows"),
    (&["Mac OS X", "Macintosh"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux"], "Linux"),
];

/// `Firefox on Linux`, from a `User-Agent` header; the beginning of the header if it names no browser we know; empty if it
/// is blank.
pub fn name(agent: &str) -> String {
    let find = |list: &[(&[&str], &'static str)]| {
        list.iter().find(|(signs, _)| signs.iter().any(|sign| agent.contains(sign))).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => {
            agent.chars().filter(|c| !c.is_control()).take(MAX_UNKNOWN_CHARS).collect::<String>().trim().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_is_named_by_browser_and_system() {
        for (agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.5.0", "curl"),
            (
                "something that nobody has heard of,\u{1b} and that talks a lot",
                "something that nobody has heard of, and",
            ),
            ("  ", ""),
        ] {
            assert_eq!(name(agent), expected, "{agent}");
        }
    }
}
