//! Runs the benchmark: first the uncached reads, case by case on all databases, then all other cases, database by
//! database. Directly after a cached case, other servers that send the same bytes are measured under the same load.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Body;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::cases::{self, ReadCase};
use crate::child::{self, Server};
use crate::freshness::{self, FreshnessMeasurement};
use crate::http_client::{self, BROWSER_ENCODINGS};
use crate::load::{self, Load, RequestFactory};
use crate::memory::MemoryUse;
use crate::results::{CacheUse, FirstSearchCost, LoadMeasurement, ResultRow, Results, StartMeasurements};
use crate::{alerts, baseline_server, guestbook_writes, guide, imports, nginx, process, sign_in_flood};

/// The memory of the response cache in MiB: the default of `cms`.
pub const CACHE_MIB: u64 = 64;
/// How many starts are measured.
const START_COUNT: usize = 7;
/// How long a started server may take until its first response. No start takes so long unless it fails.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// The email address and the password of the admin account that adds and changes places.
const ADMIN_CREDENTIALS: (&str, &str) = ("bench@example.org", "a long password for measuring");

/// What to measure.
pub struct Plan {
    /// The sizes of the databases, in places.
    pub sizes: Vec<usize>,
    /// How long each case is measured.
    pub duration: Duration,
    /// Only cases whose name contains this are measured.
    pub name_filter: String,
}

pub async fn run(plan: &Plan) -> anyhow::Result<Results> {
    let scratch = ScratchFolder::new()?;
    let mut results = Results { environment: crate::report::environment().await, ..Results::default() };
    if nginx::program_path().is_none() {
        results.skipped.push("nginx is not installed".into());
    }
    for &places in &plan.sizes {
        let data = scratch.0.join(places.to_string());
        let start = Instant::now();
        guide::generate_database(&data, places).await?;
        println!("{places} places written in {:.1} s", start.elapsed().as_secs_f64());
    }
    measure_cold(plan, &scratch.0, &mut results).await?;
    for &places in &plan.sizes {
        let mut run = GuideRun::new(plan, places, &scratch.0, &mut results);
        run.measure_first_searches().await?;
        if plan.name_filter.is_empty() {
            run.measure_starts().await?;
        }
        run.measure_hot().await?;
        // These three measurements use one database only: the second one, which has as many places as a real region. If
        // there is only one database, they use that one.
        if plan.sizes.iter().position(|size| *size == places) == Some(1.min(plan.sizes.len() - 1)) {
            run.measure_sign_in_flood().await?;
            run.measure_guestbook_writes().await?;
            run.measure_site().await?;
        }
        run.measure_writes().await?;
        run.measure_mixed().await?;
    }
    measure_imports_and_alerts(plan, &scratch.0, &mut results).await?;
    // Uncached reads were measured case by case. Sorting puts all rows of a database together.
    results.rows.sort_by_key(|row| row.places);
    Ok(results)
}

/// Measures imports and alerts, each on a database of its own.
async fn measure_imports_and_alerts(plan: &Plan, scratch: &Path, results: &mut Results) -> anyhow::Result<()> {
    if imports::CASE_NAME.contains(&plan.name_filter) {
        let times = imports::run(&scratch.join("imports"), &scratch.join("imports.log")).await?;
        println!("{:>6} places  {}", imports::PLACE_COUNT, crate::report::describe_imports(&times));
        results.imports = Some(times);
    }
    if alerts::CASE_NAME.contains(&plan.name_filter) {
        let logs = [scratch.join("alerts.log"), scratch.join("alerts-other.log")];
        let times = alerts::run(&scratch.join("alerts"), [&logs[0], &logs[1]]).await?;
        println!("{:>6} places  {}", alerts::PLACE_COUNT, crate::report::describe_alerts(&times));
        results.alerts = Some(times);
    }
    Ok(())
}

/// Measures reads without the response cache. Each case runs on all databases before the next case begins. The speed of
/// the machine varies, so databases are only comparable if they are measured within the same minute.
async fn measure_cold(plan: &Plan, scratch: &Path, results: &mut Results) -> anyhow::Result<()> {
    let mut guides = Vec::new();
    for &places in &plan.sizes {
        let run = GuideRun::new(plan, places, scratch, results);
        let server = run.start_api(0).await?;
        let cases = run.included_api_cases(&server).await?;
        guides.push((places, server, cases));
    }
    let case_count = guides.iter().map(|(.., cases)| cases.len()).max().unwrap_or_default();
    for index in 0..case_count {
        for (places, server, cases) in &guides {
            if let Some(case) = cases.get(index) {
                GuideRun::new(plan, *places, scratch, results).measure_cold(server, case).await?;
            }
        }
    }
    for (_, server, _) in guides {
        server.stop().await?;
    }
    Ok(())
}

/// The measurements on one database.
struct GuideRun<'a> {
    plan: &'a Plan,
    places: usize,
    data: PathBuf,
    scratch: &'a Path,
    results: &'a mut Results,
}

impl<'a> GuideRun<'a> {
    fn new(plan: &'a Plan, places: usize, scratch: &'a Path, results: &'a mut Results) -> Self {
        Self { plan, places, data: scratch.join(places.to_string()), scratch, results }
    }

    async fn measure_cold(&mut self, server: &Server, case: &ReadCase) -> anyhow::Result<()> {
        self.measure_uncached(server, case, CacheUse::Cold, None).await?;
        if case.name == cases::LIST_25 {
            self.measure_uncached(server, case, CacheUse::ColdCompressed, Some(BROWSER_ENCODINGS)).await?;
        }
        Ok(())
    }

    async fn measure_uncached(
        &mut self,
        server: &Server,
        case: &ReadCase,
        state: CacheUse,
        encodings: Option<&'static str>,
    ) -> anyhow::Result<()> {
        let first_response = http_client::send_once(
            server.address,
            http_client::get_request(&case.paths[0], encodings)?,
            StatusCode::OK,
        )
        .await?;
        let paths = case.paths.clone();
        let make_request =
            Arc::new(move |n: u64| http_client::get_request(&paths[n as usize % paths.len()], encodings));
        let load = Load { make_request, expected_bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.duration).await?;
        self.add_row(ResultRow {
            places: self.places,
            case: case.name,
            state,
            body_bytes: first_response.body.len(),
            cms,
            baseline: None,
            nginx: None,
        });
        Ok(())
    }

    /// Measures cached reads, and the same load on the baseline server and nginx.
    async fn measure_hot(&mut self) -> anyhow::Result<()> {
        let server = self.start_api(CACHE_MIB).await?;
        for case in self.included_api_cases(&server).await? {
            self.measure_cached(&server, &case).await?;
        }
        server.stop().await
    }

    async fn measure_cached(&mut self, server: &Server, case: &ReadCase) -> anyhow::Result<()> {
        let path = case.paths[0].clone();
        let response = http_client::send_once(
            server.address,
            http_client::get_request(&path, Some(BROWSER_ENCODINGS))?,
            StatusCode::OK,
        )
        .await?;
        let body_bytes = response.body.len();
        let make_request = Arc::new(move |_| http_client::get_request(&path, Some(BROWSER_ENCODINGS)));
        let load = Load { make_request, expected_bytes: Some(body_bytes) };
        let duration = self.plan.duration;
        let cms = load::run(server.address, server.pid, &load, duration).await?;

        let (head, body) = (self.scratch.join("head"), self.scratch.join("body"));
        std::fs::write(&head, baseline_server::header_lines(&response.headers))?;
        std::fs::write(&body, &response.body)?;
        let baseline_server = child::start_baseline_server(&head, &body).await?;
        let baseline = Some(load::run(baseline_server.address, baseline_server.pid, &load, duration).await?);
        baseline_server.stop().await?;

        let mut nginx_sample: Option<LoadMeasurement> = None;
        if case.measures_nginx
            && let Some(server) = nginx::start_server(self.scratch, &response.headers, &response.body).await?
        {
            nginx_sample = Some(load::run(server.address, server.pid, &load, duration).await?);
            server.stop().await?;
        }
        self.add_row(ResultRow {
            places: self.places,
            case: case.name,
            state: CacheUse::Hot,
            body_bytes,
            cms,
            baseline,
            nginx: nginx_sample,
        });
        Ok(())
    }

    /// Measures pages of the site, rendered by a renderer behind `cms`, and how soon they show a change.
    async fn measure_site(&mut self) -> anyhow::Result<()> {
        let measures_freshness = self.includes(freshness::CASE_NAME);
        if !measures_freshness && !self.includes(cases::PLACE_PAGE) && !self.includes(cases::HOME_PAGE) {
            return Ok(());
        }
        if !Path::new("site/.next/standalone/.ready").exists() {
            self.results.skipped.push("pages of the site: the site is not built (`make build`)".into());
            return Ok(());
        }
        let mut server = child::start_cms(&self.data, CACHE_MIB, &[], &self.log_path()).await?;
        server.wait_until_ok("/readyz", Duration::from_secs(180)).await?;
        let slug = self.place_slugs(&server).await?.swap_remove(0);
        // The server still renders pages in the background. Their CPU time would be counted too.
        wait_until_idle(&server).await?;
        let idle_memory = MemoryUse::read(server.pid, process::child_pid(server.pid, "node")?, "VmRSS")?;
        self.results.idle_memory = Some((self.places, idle_memory));
        for case in cases::site_cases(&slug).into_iter().filter(|case| self.plan.includes(case)) {
            http_client::send_once(
                server.address,
                http_client::get_request(&case.paths[0], Some(BROWSER_ENCODINGS))?,
                StatusCode::OK,
            )
            .await?;
            wait_until_idle(&server).await?;
            self.measure_cached(&server, &case).await?;
        }
        if measures_freshness {
            self.results.freshness = FreshnessMeasurement::new(&self.data, server.address).await?.run().await?;
            println!(
                "{:>6} places  {:<16} {}",
                self.places,
                freshness::CASE_NAME,
                crate::report::describe_freshness(&self.results.freshness)
            );
        }
        server.stop().await
    }

    /// Measures reads while 100 people per second sign in.
    async fn measure_sign_in_flood(&mut self) -> anyhow::Result<()> {
        if !self.includes(sign_in_flood::CASE_NAME) {
            return Ok(());
        }
        let server = self.start_api(CACHE_MIB).await?;
        let flood = sign_in_flood::run(server.address, self.plan.duration).await?;
        println!(
            "{:>6} places  {:<16} {}",
            self.places,
            sign_in_flood::CASE_NAME,
            crate::report::describe_flood(&flood)
        );
        self.results.sign_in_flood = Some(flood);
        server.stop().await
    }

    /// Measures many clients that write guestbook entries. A second run checks that no acknowledged entry is lost when
    /// the server is killed.
    async fn measure_guestbook_writes(&mut self) -> anyhow::Result<()> {
        if !self.includes(guestbook_writes::CASE_NAME) {
            return Ok(());
        }
        let entries = guestbook_writes::run(&self.data, CACHE_MIB, &self.log_path()).await?;
        println!("{:>6} places  {}", self.places, crate::report::describe_guestbook_writes(&entries));
        self.results.guestbook_writes = Some(entries);
        Ok(())
    }

    /// Measures writes; each is on disk before its response.
    async fn measure_writes(&mut self) -> anyhow::Result<()> {
        if self.includes(cases::CREATE_ENTRY) {
            guestbook_writes::add_writer_accounts(&self.data).await?;
            let server =
                guestbook_writes::start_api_without_post_limit(&self.data, CACHE_MIB, &self.log_path()).await?;
            let tokens = guestbook_writes::sign_in_writers(server.address).await?;
            let make_request =
                Arc::new(move |n| guestbook_writes::entry_request(n, &tokens[n as usize % tokens.len()]));
            self.measure_as_account(server, (cases::CREATE_ENTRY, CacheUse::Write), make_request).await?;
        }
        if self.includes(cases::CREATE_PLACE) {
            let server = self.start_api(CACHE_MIB).await?;
            let token = self.admin_token(&server).await?;
            let make_request = Arc::new(move |n| {
                http_client::post_request("/api/businesses", Some(&token), guide::new_place_json(n).to_string())
            });
            self.measure_as_account(server, (cases::CREATE_PLACE, CacheUse::Write), make_request).await?;
        }
        if self.includes(cases::SAVE_PLACE) || self.includes(cases::PLACE_HISTORY) {
            self.measure_history_and_saves().await?;
        }
        Ok(())
    }

    /// Measures reads of the history of a place, and saves that add revisions to it.
    async fn measure_history_and_saves(&mut self) -> anyhow::Result<()> {
        if self.places != cases::HISTORY_PLACE_COUNT {
            return Ok(());
        }
        guide::add_place_revisions(&self.data).await?;
        let place = |n: u64| format!("/api/businesses/{}", 1 + n % cases::HISTORY_PLACE_COUNT as u64);
        let server = self.start_api(CACHE_MIB).await?;
        let token = self.admin_token(&server).await?;
        let make_request = Arc::new(move |n| {
            http_client::json_request(Method::GET, &format!("{}/revisions", place(n)), Some(&token), String::new())
        });
        self.measure_as_account(server, (cases::PLACE_HISTORY, CacheUse::Cold), make_request).await?;
        let server = self.start_api(CACHE_MIB).await?;
        let token = self.admin_token(&server).await?;
        let make_request = Arc::new(move |n| {
            let body = json!({ "description": format!("The river stood at {n} that morning.") }).to_string();
            http_client::json_request(Method::PUT, &place(n), Some(&token), body)
        });
        self.measure_as_account(server, (cases::SAVE_PLACE, CacheUse::Write), make_request).await
    }

    async fn measure_as_account(
        &mut self,
        server: Server,
        (case, state): (&'static str, CacheUse),
        make_request: RequestFactory,
    ) -> anyhow::Result<()> {
        let body_bytes = make_request(0)?.body().size_hint().exact().unwrap_or_default() as usize;
        let load = Load { make_request, expected_bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.duration).await?;
        self.add_row(ResultRow { places: self.places, case, state, body_bytes, cms, baseline: None, nginx: None });
        server.stop().await
    }

    /// Measures reads mixed with writes that invalidate cached responses. Most sites have such a mix, at a lower rate.
    async fn measure_mixed(&mut self) -> anyhow::Result<()> {
        if !self.includes(cases::MIXED_READS_AND_WRITES) {
            return Ok(());
        }
        guestbook_writes::add_writer_accounts(&self.data).await?;
        let server = guestbook_writes::start_api_without_post_limit(&self.data, CACHE_MIB, &self.log_path()).await?;
        let (tokens, admin) =
            (guestbook_writes::sign_in_writers(server.address).await?, self.admin_token(&server).await?);
        let read_case_names = [
            cases::PLACE,
            cases::LIST_25,
            cases::CATEGORY_LIST,
            cases::WORD_SEARCH,
            cases::NAME_SEARCH,
            cases::ARTICLE,
        ];
        let read_cases = self.all_api_cases(&server).await?;
        let read_cases: Vec<ReadCase> =
            read_cases.into_iter().filter(|case| read_case_names.contains(&case.name)).collect();
        let make_request = Arc::new(move |n: u64| match n % cases::REQUESTS_PER_MIX {
            0 => {
                let body = json!({ "description": format!("The river stood at {n} that morning.") }).to_string();
                http_client::json_request(
                    Method::PUT,
                    &format!("/api/businesses/{}", 1 + n / cases::REQUESTS_PER_MIX % 100),
                    Some(&admin),
                    body,
                )
            }
            10 => guestbook_writes::entry_request(n, &tokens[(n / cases::REQUESTS_PER_MIX) as usize % tokens.len()]),
            _ => {
                let paths = &read_cases[n as usize % read_cases.len()].paths;
                http_client::get_request(&paths[n as usize / read_cases.len() % paths.len()], Some(BROWSER_ENCODINGS))
            }
        });
        let load = Load { make_request, expected_bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.duration).await?;
        let (places, case) = (self.places, cases::MIXED_READS_AND_WRITES);
        self.add_row(ResultRow {
            places,
            case,
            state: CacheUse::Mixed,
            body_bytes: 0,
            cms,
            baseline: None,
            nginx: None,
        });
        server.stop().await
    }

    /// Signs in as an admin; returns the access token. The first call on a database adds the account.
    async fn admin_token(&self, server: &Server) -> anyhow::Result<String> {
        let (email, password) = ADMIN_CREDENTIALS;
        if !self.data.join("admin").exists() {
            child::add_account(&self.data, email, "admin", password).await?;
            std::fs::write(self.data.join("admin"), "")?;
        }
        http_client::sign_in(server.address, email, password).await
    }

    /// Measures searches for words whose places are not in memory yet, and then the same searches again.
    async fn measure_first_searches(&mut self) -> anyhow::Result<()> {
        if !self.includes(cases::WORD_SEARCH) {
            return Ok(());
        }
        let server = self.start_api(0).await?;
        let (paths, mut cpu_per_search) = (cases::first_search_paths(), Vec::new());
        for _ in 0..2 {
            let cpu = process::cpu_time(server.pid)?;
            for path in &paths {
                http_client::send_once(server.address, http_client::get_request(path, None)?, StatusCode::OK).await?;
            }
            cpu_per_search.push((process::cpu_time(server.pid)? - cpu) / paths.len() as u32);
        }
        let (places, search_count) = (self.places, paths.len());
        println!(
            "{places:>6} places  {search_count} first searches: {:?} of CPU each, again {:?}",
            cpu_per_search[0], cpu_per_search[1]
        );
        self.results.first_searches.push(FirstSearchCost {
            places,
            search_count,
            cpu_time: cpu_per_search[0],
            repeated_cpu_time: cpu_per_search[1],
        });
        server.stop().await
    }

    /// Measures the time to the first response, and the memory of an idle server.
    async fn measure_starts(&mut self) -> anyhow::Result<()> {
        let (mut wall_times, mut cpu_times, mut idle_memory_mib) = (Vec::new(), Vec::new(), 0.0);
        for index in 0..START_COUNT {
            let start = Instant::now();
            let server = self.start_api(CACHE_MIB).await?;
            wall_times.push(start.elapsed());
            cpu_times.push(process::cpu_time(server.pid)?);
            if index + 1 == START_COUNT {
                tokio::time::sleep(Duration::from_secs(2)).await;
                idle_memory_mib = process::memory_mib(server.pid, "VmRSS")?;
            }
            server.stop().await?;
        }
        wall_times.sort_unstable();
        cpu_times.sort_unstable();
        let middle = START_COUNT / 2;
        self.results.starts.push(StartMeasurements {
            places: self.places,
            wall_time: wall_times[middle],
            cpu_time: cpu_times[middle],
            idle_memory_mib,
        });
        Ok(())
    }

    /// Starts the API without the site; returns after its first response.
    async fn start_api(&self, cache_mib: u64) -> anyhow::Result<Server> {
        let mut server = child::start_cms(&self.data, cache_mib, &["--api-only"], &self.log_path()).await?;
        server.wait_until_ok("/api/businesses?limit=1", START_TIMEOUT).await?;
        Ok(server)
    }

    fn log_path(&self) -> PathBuf {
        self.scratch.join(format!("cms-{}.log", self.places))
    }

    /// The API cases that the plan includes.
    async fn included_api_cases(&self, server: &Server) -> anyhow::Result<Vec<ReadCase>> {
        Ok(self.all_api_cases(server).await?.into_iter().filter(|case| self.plan.includes(case)).collect())
    }

    async fn all_api_cases(&self, server: &Server) -> anyhow::Result<Vec<ReadCase>> {
        let (categories, articles) =
            (fetch_field(server, "/api/categories", "slug").await?, fetch_field(server, "/api/articles", "id").await?);
        Ok(cases::api_cases(&self.place_slugs(server).await?, &articles, &categories))
    }

    /// The slugs of 100 places.
    async fn place_slugs(&self, server: &Server) -> anyhow::Result<Vec<String>> {
        fetch_field(server, "/api/businesses?limit=100&sort=id&fields=slug", "slug").await
    }

    fn includes(&self, name: &str) -> bool {
        name.contains(&self.plan.name_filter)
    }

    fn add_row(&mut self, row: ResultRow) {
        println!("{}", crate::report::progress_line(&row));
        self.results.rows.push(row);
    }
}

impl Plan {
    fn includes(&self, case: &ReadCase) -> bool {
        case.name.contains(&self.name_filter)
    }
}

/// Returns one field of each item in the list at `path`, as text for URLs.
async fn fetch_field(server: &Server, path: &str, field: &str) -> anyhow::Result<Vec<String>> {
    let list = http_client::send_once(server.address, http_client::get_request(path, None)?, StatusCode::OK).await?;
    let list: Vec<Value> = serde_json::from_slice(&list.body)?;
    Ok(list.iter().map(|item| item[field].as_str().map_or_else(|| item[field].to_string(), str::to_owned)).collect())
}

/// Waits until the server uses less than 2 % of a CPU for a second. Returns after two minutes in any case.
pub async fn wait_until_idle(server: &Server) -> anyhow::Result<()> {
    let step = Duration::from_secs(1);
    for _ in 0..120 {
        let before = process::cpu_time(server.pid)?;
        tokio::time::sleep(step).await;
        if process::cpu_time(server.pid)? - before < step / 50 {
            break;
        }
    }
    Ok(())
}

/// A folder beside this program, on a real disk, because `/tmp` may be in memory. Dropping a [`ScratchFolder`] removes
/// the folder.
pub struct ScratchFolder(pub PathBuf);

impl ScratchFolder {
    /// Creates the folder.
    pub fn new() -> anyhow::Result<Self> {
        let folder = std::env::current_exe()?.with_file_name(format!("bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
