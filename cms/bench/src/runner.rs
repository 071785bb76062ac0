//! The run: what is made, case by case on all guides; then the rest, guide by guide, and beside each hot case at once the
//! same bytes from others.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Body;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::cases::{self, Case};
use crate::child::{self, Server};
use crate::freshness::{self, Editor};
use crate::http_client::{self, ENCODINGS};
use crate::load::{self, Asking, Load};
use crate::memory::Held;
use crate::results::{Figures, FirstSearch, Row, Sample, Start, State};
use crate::{baseline_server, guestbook_writes, guide, nginx, process, sign_in_flood};

/// Memory for finished answers when they are kept, in MiB: the default of `cms`.
pub const KEPT_MIB: u64 = 64;
/// How often a start is measured.
const STARTS: usize = 7;
/// Longer than any start takes.
const PATIENCE: Duration = Duration::from_secs(20);
/// Who adds and changes places.
const ADMIN: (&str, &str) = ("bench@example.org", "a long password for measuring");

/// What to measure.
pub struct Plan {
    /// Sizes of guides, in places.
    pub sizes: Vec<usize>,
    /// How long each case is measured.
    pub length: Duration,
    /// Part of the names of the cases that are wanted.
    pub only: String,
}

/// Measures everything in the plan.
pub async fn run(plan: &Plan) -> anyhow::Result<Figures> {
    let scratch = Scratch::new()?;
    let mut figures = Figures { setting: crate::report::setting().await, ..Figures::default() };
    if nginx::program().is_none() {
        figures.left_out.push("nginx is not installed".into());
    }
    for &places in &plan.sizes {
        let data = scratch.0.join(places.to_string());
        let begin = Instant::now();
        guide::fill(&data, places).await?;
        println!("{places} places written in {:.1} s", begin.elapsed().as_secs_f64());
    }
    cold(plan, &scratch.0, &mut figures).await?;
    for &places in &plan.sizes {
        let mut round = Round::of(plan, places, &scratch.0, &mut figures);
        round.first_searches().await?;
        if plan.only.is_empty() {
            round.starts().await?;
        }
        round.hot().await?;
        // The second guide is as large as a region's.
        if plan.sizes.iter().position(|size| *size == places) == Some(1.min(plan.sizes.len() - 1)) {
            round.flood().await?;
            round.entries().await?;
            round.pages().await?;
        }
        round.writes().await?;
        round.mixed().await?;
    }
    // They were not all measured guide by guide.
    figures.rows.sort_by_key(|row| row.places);
    Ok(figures)
}

/// Reads with nothing kept: what an answer costs. Each case is measured on all guides before the next one is, so that what a
/// large guide costs and what a small one does come from the same minute of a machine that has its moods.
async fn cold(plan: &Plan, scratch: &Path, figures: &mut Figures) -> anyhow::Result<()> {
    let mut guides = Vec::new();
    for &places in &plan.sizes {
        let round = Round::of(plan, places, scratch, figures);
        let server = round.api(0).await?;
        let cases = round.cases(&server).await?;
        guides.push((places, server, cases));
    }
    let most = guides.iter().map(|(.., cases)| cases.len()).max().unwrap_or_default();
    for at in 0..most {
        for (places, server, cases) in &guides {
            if let Some(case) = cases.get(at) {
                Round::of(plan, *places, scratch, figures).cold(server, case).await?;
            }
        }
    }
    for (_, server, _) in guides {
        server.stop().await?;
    }
    Ok(())
}

/// One guide.
struct Round<'a> {
    plan: &'a Plan,
    places: usize,
    data: PathBuf,
    scratch: &'a Path,
    figures: &'a mut Figures,
}

impl<'a> Round<'a> {
    fn of(plan: &'a Plan, places: usize, scratch: &'a Path, figures: &'a mut Figures) -> Self {
        Self { plan, places, data: scratch.join(places.to_string()), scratch, figures }
    }

    async fn cold(&mut self, server: &Server, case: &Case) -> anyhow::Result<()> {
        self.made(server, case, State::Cold, None).await?;
        if case.name == cases::LIST_25 {
            self.made(server, case, State::ColdCompressed, Some(ENCODINGS)).await?;
        }
        Ok(())
    }

    async fn made(
        &mut self,
        server: &Server,
        case: &Case,
        state: State,
        encodings: Option<&'static str>,
    ) -> anyhow::Result<()> {
        let first =
            http_client::one(server.address, http_client::get(&case.paths[0], encodings)?, StatusCode::OK).await?;
        let paths = case.paths.clone();
        let ask = Arc::new(move |n: u64| http_client::get(&paths[n as usize % paths.len()], encodings));
        let load = Load { ask, bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.length).await?;
        self.note(Row {
            places: self.places,
            case: case.name,
            state,
            bytes: first.body.len(),
            cms,
            ceiling: None,
            nginx: None,
        });
        Ok(())
    }

    /// Reads of kept answers, with the others beside them.
    async fn hot(&mut self) -> anyhow::Result<()> {
        let server = self.api(KEPT_MIB).await?;
        for case in self.cases(&server).await? {
            self.kept(&server, &case).await?;
        }
        server.stop().await
    }

    async fn kept(&mut self, server: &Server, case: &Case) -> anyhow::Result<()> {
        let path = case.paths[0].clone();
        let answer =
            http_client::one(server.address, http_client::get(&path, Some(ENCODINGS))?, StatusCode::OK).await?;
        let bytes = answer.body.len();
        let ask = Arc::new(move |_| http_client::get(&path, Some(ENCODINGS)));
        let load = Load { ask, bytes: Some(bytes) };
        let length = self.plan.length;
        let cms = load::run(server.address, server.pid, &load, length).await?;

        let (head, body) = (self.scratch.join("head"), self.scratch.join("body"));
        std::fs::write(&head, baseline_server::written_head(&answer.headers))?;
        std::fs::write(&body, &answer.body)?;
        let minimal = child::ceiling(&head, &body).await?;
        let ceiling = Some(load::run(minimal.address, minimal.pid, &load, length).await?);
        minimal.stop().await?;

        let mut beside: Option<Sample> = None;
        if case.with_nginx
            && let Some(server) = nginx::serve(self.scratch, &answer.headers, &answer.body).await?
        {
            beside = Some(load::run(server.address, server.pid, &load, length).await?);
            server.stop().await?;
        }
        self.note(Row { places: self.places, case: case.name, state: State::Hot, bytes, cms, ceiling, nginx: beside });
        Ok(())
    }

    /// Pages of the site, from the front door with a renderer behind it, and how soon they tell of a change.
    async fn pages(&mut self) -> anyhow::Result<()> {
        let is_fresh_wanted = self.wants(freshness::FRESHNESS);
        if !is_fresh_wanted && !self.wants(cases::PAGE) && !self.wants(cases::HOME) {
            return Ok(());
        }
        if !Path::new("site/.next/standalone/.ready").exists() {
            self.figures.left_out.push("pages of the site: the site is not built (`make build`)".into());
            return Ok(());
        }
        let mut server = child::cms(&self.data, KEPT_MIB, &[], &self.log()).await?;
        server.answers("/readyz", Duration::from_secs(180)).await?;
        let slug = self.slugs(&server).await?.swap_remove(0);
        // Other pages are still being made in the background, which would be counted with these.
        quiet(&server).await?;
        let idle = Held::of(server.pid, process::child(server.pid, "node")?, "VmRSS")?;
        self.figures.idle = Some((self.places, idle));
        for case in cases::of_site(&slug).into_iter().filter(|case| self.plan.wants(case)) {
            http_client::one(server.address, http_client::get(&case.paths[0], Some(ENCODINGS))?, StatusCode::OK)
                .await?;
            quiet(&server).await?;
            self.kept(&server, &case).await?;
        }
        if is_fresh_wanted {
            self.figures.fresh = Editor::of(&self.data, server.address).await?.run().await?;
            println!(
                "{:>6} places  {:<16} {}",
                self.places,
                freshness::FRESHNESS,
                crate::report::of_fresh(&self.figures.fresh)
            );
        }
        server.stop().await
    }

    /// Reads while a hundred people a second sign in.
    async fn flood(&mut self) -> anyhow::Result<()> {
        if !self.wants(sign_in_flood::FLOOD) {
            return Ok(());
        }
        let server = self.api(KEPT_MIB).await?;
        let flood = sign_in_flood::run(server.address, self.plan.length).await?;
        println!("{:>6} places  {:<16} {}", self.places, sign_in_flood::FLOOD, crate::report::of_flood(&flood));
        self.figures.flood = Some(flood);
        server.stop().await
    }

    /// A crowd that writes into the guestbook, and a server killed in the middle of it.
    async fn entries(&mut self) -> anyhow::Result<()> {
        if !self.wants(guestbook_writes::ENTRIES) {
            return Ok(());
        }
        let entries = guestbook_writes::run(&self.data, KEPT_MIB, &self.log()).await?;
        println!("{:>6} places  {}", self.places, crate::report::of_entries(&entries));
        self.figures.entries = Some(entries);
        Ok(())
    }

    /// Writes, each on disk before its answer.
    async fn writes(&mut self) -> anyhow::Result<()> {
        if self.wants(cases::ENTRY) {
            guestbook_writes::add_writers(&self.data).await?;
            let server = guestbook_writes::serve(&self.data, KEPT_MIB, &self.log()).await?;
            let tokens = guestbook_writes::tokens(server.address).await?;
            let ask = Arc::new(move |n| guestbook_writes::entry(n, &tokens[n as usize % tokens.len()]));
            self.written(server, cases::ENTRY, ask).await?;
        }
        if self.wants(cases::CREATE) {
            let server = self.api(KEPT_MIB).await?;
            let token = self.admin(&server).await?;
            let ask = Arc::new(move |n| http_client::post("/api/businesses", Some(&token), guide::form(n).to_string()));
            self.written(server, cases::CREATE, ask).await?;
        }
        Ok(())
    }

    async fn written(&mut self, server: Server, case: &'static str, ask: Asking) -> anyhow::Result<()> {
        let bytes = ask(0)?.body().size_hint().exact().unwrap_or_default() as usize;
        let load = Load { ask, bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.length).await?;
        self.note(Row { places: self.places, case, state: State::Write, bytes, cms, ceiling: None, nginx: None });
        server.stop().await
    }

    /// Reads of kept answers, and among them writes that make them old: what most guides see, only faster.
    async fn mixed(&mut self) -> anyhow::Result<()> {
        if !self.wants(cases::MIXED) {
            return Ok(());
        }
        guestbook_writes::add_writers(&self.data).await?;
        let server = guestbook_writes::serve(&self.data, KEPT_MIB, &self.log()).await?;
        let (tokens, admin) = (guestbook_writes::tokens(server.address).await?, self.admin(&server).await?);
        let read = [cases::PLACE, cases::LIST_25, cases::CATEGORY, cases::SEARCH, cases::NAME, cases::ARTICLE];
        let kinds = self.all_cases(&server).await?;
        let kinds: Vec<Case> = kinds.into_iter().filter(|case| read.contains(&case.name)).collect();
        let ask = Arc::new(move |n: u64| match n % cases::ROUND {
            0 => {
                let words = json!({ "description": format!("The river stood at {n} that morning.") }).to_string();
                http_client::send(
                    Method::PUT,
                    &format!("/api/businesses/{}", 1 + n / cases::ROUND % 100),
                    Some(&admin),
                    words,
                )
            }
            10 => guestbook_writes::entry(n, &tokens[(n / cases::ROUND) as usize % tokens.len()]),
            _ => {
                let paths = &kinds[n as usize % kinds.len()].paths;
                http_client::get(&paths[n as usize / kinds.len() % paths.len()], Some(ENCODINGS))
            }
        });
        let load = Load { ask, bytes: None };
        let cms = load::run(server.address, server.pid, &load, self.plan.length).await?;
        let (places, case) = (self.places, cases::MIXED);
        self.note(Row { places, case, state: State::Mixed, bytes: 0, cms, ceiling: None, nginx: None });
        server.stop().await
    }

    /// A token of somebody who may change places.
    async fn admin(&self, server: &Server) -> anyhow::Result<String> {
        let (email, password) = ADMIN;
        if !self.data.join("admin").exists() {
            child::add_person(&self.data, email, "admin", password).await?;
            std::fs::write(self.data.join("admin"), "")?;
        }
        http_client::token(server.address, email, password).await
    }

    /// Searches for words that nobody looked for before, and for the same again.
    async fn first_searches(&mut self) -> anyhow::Result<()> {
        if !self.wants(cases::SEARCH) {
            return Ok(());
        }
        let server = self.api(0).await?;
        let (paths, mut took) = (cases::first_searches(), Vec::new());
        for _ in 0..2 {
            let cpu = process::cpu_time(server.pid)?;
            for path in &paths {
                http_client::one(server.address, http_client::get(path, None)?, StatusCode::OK).await?;
            }
            took.push((process::cpu_time(server.pid)? - cpu) / paths.len() as u32);
        }
        let (places, count) = (self.places, paths.len());
        println!("{places:>6} places  {count} first searches: {:?} of CPU each, again {:?}", took[0], took[1]);
        self.figures.first_searches.push(FirstSearch { places, count, cpu: took[0], again: took[1] });
        server.stop().await
    }

    /// From starting to the first answer, and what an idle server holds.
    async fn starts(&mut self) -> anyhow::Result<()> {
        let (mut walls, mut cpus, mut idle_mib) = (Vec::new(), Vec::new(), 0.0);
        for at in 0..STARTS {
            let begin = Instant::now();
            let server = self.api(KEPT_MIB).await?;
            walls.push(begin.elapsed());
            cpus.push(process::cpu_time(server.pid)?);
            if at + 1 == STARTS {
                tokio::time::sleep(Duration::from_secs(2)).await;
                idle_mib = process::memory(server.pid, "VmRSS")?;
            }
            server.stop().await?;
        }
        walls.sort_unstable();
        cpus.sort_unstable();
        let middle = STARTS / 2;
        self.figures.starts.push(Start { places: self.places, wall: walls[middle], cpu: cpus[middle], idle_mib });
        Ok(())
    }

    /// The API alone, once it has answered.
    async fn api(&self, cache_mib: u64) -> anyhow::Result<Server> {
        let mut server = child::cms(&self.data, cache_mib, &["--api-only"], &self.log()).await?;
        server.answers("/api/businesses?limit=1", PATIENCE).await?;
        Ok(server)
    }

    fn log(&self) -> PathBuf {
        self.scratch.join(format!("cms-{}.log", self.places))
    }

    /// What is to be read in this run.
    async fn cases(&self, server: &Server) -> anyhow::Result<Vec<Case>> {
        Ok(self.all_cases(server).await?.into_iter().filter(|case| self.plan.wants(case)).collect())
    }

    async fn all_cases(&self, server: &Server) -> anyhow::Result<Vec<Case>> {
        let (categories, stories) =
            (each(server, "/api/categories", "slug").await?, each(server, "/api/articles", "id").await?);
        Ok(cases::of_api(&self.slugs(server).await?, &stories, &categories))
    }

    /// Slugs of a hundred places.
    async fn slugs(&self, server: &Server) -> anyhow::Result<Vec<String>> {
        each(server, "/api/businesses?limit=100&sort=id&fields=slug", "slug").await
    }

    fn wants(&self, name: &str) -> bool {
        name.contains(&self.plan.only)
    }

    fn note(&mut self, row: Row) {
        println!("{}", crate::report::said(&row));
        self.figures.rows.push(row);
    }
}

impl Plan {
    fn wants(&self, case: &Case) -> bool {
        case.name.contains(&self.only)
    }
}

/// This field of everything that is listed at `path`, as it stands in addresses.
async fn each(server: &Server, path: &str, field: &str) -> anyhow::Result<Vec<String>> {
    let list = http_client::one(server.address, http_client::get(path, None)?, StatusCode::OK).await?;
    let list: Vec<Value> = serde_json::from_slice(&list.body)?;
    Ok(list.iter().map(|one| one[field].as_str().map_or_else(|| one[field].to_string(), str::to_owned)).collect())
}

/// Waits until the server has nothing to do, two minutes at the most.
pub async fn quiet(server: &Server) -> anyhow::Result<()> {
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

/// A folder beside the program (on a real disk, where `/tmp` may be memory), removed when it is dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// A new folder of this process.
    pub fn new() -> anyhow::Result<Self> {
        let folder = std::env::current_exe()?.with_file_name(format!("bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
