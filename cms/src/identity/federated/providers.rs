//! The providers that this guide was told of: sending somebody there, and hearing who has come back.

use std::net::IpAddr;

use super::exchange::Fault;
use super::facebook::{self, Facebook};
use super::failure::{Failure, FederatedError};
use super::flow::{self, Begun, Flow, Secret};
use super::model::{Federated, Vouched};
use super::openid::{self, OpenId};
use crate::common::clock::Timestamp;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::builtin::rate_limit::{DEPARTURES, RateLimitKey, RateLimiter};
use crate::integrations::http_client::HttpClient;

/// Where callbacks lie: the cookie of a sign-in under way goes there and nowhere else.
pub const PATH: &str = "/api/auth/federated";

/// What the guide was told.
#[derive(Clone, Default)]
pub struct Settings {
    /// Google.
    pub google: Option<openid::Setting>,
    /// Facebook.
    pub facebook: Option<facebook::Setting>,
    /// Any other provider.
    pub openid: Option<openid::Setting>,
    /// What people call that.
    pub openid_name: Option<String>,
}

/// See the module.
pub struct Providers {
    google: Option<OpenId>,
    facebook: Option<Facebook>,
    openid: Option<OpenId>,
    openid_name: Option<String>,
    public_url: String,
    departures: RateLimiter,
}

enum Service<'a> {
    OpenId(&'a OpenId),
    Facebook(&'a Facebook),
}

/// Somebody leaves for a provider.
#[derive(Debug)]
pub struct Departure {
    /// Where to.
    pub address: String,
    /// What their browser keeps meanwhile.
    pub browser: Secret,
}

/// What somebody has come back with, as it stood in the address and in the cookie.
#[derive(Debug, Default)]
pub struct Return<'a> {
    /// What names the sign-in.
    pub state: &'a str,
    /// What their browser kept.
    pub browser: &'a str,
    /// What is exchanged.
    pub code: Option<&'a str>,
    /// Why there is no code.
    pub error: Option<&'a str>,
    /// Who the provider says it is.
    pub issuer: Option<&'a str>,
}

impl Providers {
    /// How often a departure was sent away to wait.
    pub fn rejected_counts(&self) -> (&'static str, u64) {
        self.departures.rejected_count()
    }

    /// The providers of `settings`. Nobody is asked anything yet.
    pub fn of(settings: Settings, public_url: &str, web: &HttpClient) -> Self {
        let Settings { google, facebook, openid, openid_name } = settings;
        Self {
            google: google.map(|setting| OpenId::of(setting, web.clone())),
            facebook: facebook.map(|setting| Facebook::of(setting, web.clone())),
            openid: openid.map(|setting| OpenId::of(setting, web.clone())),
            openid_name,
            public_url: public_url.to_owned(),
            departures: RateLimiter::new(DEPARTURES),
        }
    }

    /// Those one can sign in with, in the order in which they are offered.
    pub fn offered(&self) -> Vec<Federated> {
        Federated::ALL.into_iter().filter(|one| self.service(*one).is_some()).collect()
    }

    /// What people call the provider that is neither Google nor Facebook, if the guide was told.
    pub fn openid_name(&self) -> Option<&str> {
        self.openid_name.as_deref()
    }

    /// What people call this provider.
    pub fn name(&self, provider: Federated) -> &str {
        match provider {
            Federated::Google => "Google",
            Federated::Facebook => "Facebook",
            Federated::Openid => self.openid_name().unwrap_or("OpenID"),
        }
    }

    /// Whether one can sign in with it.
    pub fn has(&self, provider: Federated) -> bool {
        self.service(provider).is_some()
    }

    fn service(&self, provider: Federated) -> Option<Service<'_>> {
        match provider {
            Federated::Google => self.google.as_ref().map(Service::OpenId),
            Federated::Facebook => self.facebook.as_ref().map(Service::Facebook),
            Federated::Openid => self.openid.as_ref().map(Service::OpenId),
        }
    }

    /// The callback URL. It has the configured origin and ignores the request's host (R313).
    fn redirect(&self, provider: Federated) -> String {
        format!("{}{PATH}/{}/callback", self.public_url, provider.word())
    }

    /// Sends somebody from `from` to a provider; afterwards they want to go to `return_to`.
    pub async fn depart(
        &self,
        db: &Db,
        provider: Federated,
        (return_to, from): (&str, IpAddr),
        now: Timestamp,
    ) -> Result<Departure, FederatedError> {
        let Some(service) = self.service(provider) else { return Err(Failure::Away.into()) };
        self.departures.count(db, RateLimitKey::AddressOnly, from, now).await?;
        let told = |fault: Fault| fault.told(provider.word());
        let redirect = self.redirect(provider);
        let (begun, address) = match service {
            Service::OpenId(openid) => {
                // First what can fail: nothing is remembered of somebody who stays here.
                let metadata = openid.metadata(now).await.map_err(told)?;
                let begun = remembered(db, provider, return_to, now).await?;
                let address = openid.address(&metadata, &begun, &redirect).map_err(told)?;
                (begun, address)
            }
            Service::Facebook(facebook) => {
                let begun = remembered(db, provider, return_to, now).await?;
                let address = facebook.address(&begun, &redirect).map_err(told)?;
                (begun, address)
            }
        };
        Ok(Departure { address, browser: begun.browser })
    }

    /// Uses up the sign-in that somebody has come back from.
    pub async fn recognise(
        &self,
        db: &Db,
        provider: Federated,
        came: &Return<'_>,
        now: Timestamp,
    ) -> Result<Flow, FederatedError> {
        let (state, browser) = (came.state.to_owned(), came.browser.to_owned());
        let work =
            db.write(move |tx| Box::pin(async move { flow::redeem(tx, (&state, &browser), provider, now).await }));
        work.await?.ok_or_else(|| Failure::InvalidState.into())
    }

    /// Who it is, by the provider's word.
    pub async fn vouched(
        &self,
        provider: Federated,
        came: &Return<'_>,
        flow: &Flow,
        now: Timestamp,
    ) -> Result<Vouched, Failure> {
        let code = match (came.error, came.code.filter(|code| !code.is_empty())) {
            (None, Some(code)) => code,
            (Some("access_denied"), _) => return Err(Failure::Cancelled),
            (Some("temporarily_unavailable" | "server_error"), _) => return Err(Failure::Away),
            (error, _) => {
                let name: String = error.unwrap_or_default().chars().filter(char::is_ascii_graphic).take(60).collect();
                tracing::warn!(provider = provider.word(), name, "a provider sent somebody back without a code");
                return Err(Failure::NotRight);
            }
        };
        let redirect = self.redirect(provider);
        let vouched = match self.service(provider) {
            Some(Service::OpenId(openid)) => openid.vouched((code, came.issuer), flow, &redirect, now).await,
            Some(Service::Facebook(facebook)) => facebook.vouched(code, flow, &redirect).await,
            None => return Err(Failure::Away),
        };
        vouched.map_err(|fault| fault.told(provider.word()))
    }
}

async fn remembered(db: &Db, provider: Federated, return_to: &str, now: Timestamp) -> Result<Begun, StoreError> {
    let return_to = return_to.to_owned();
    db.write(move |tx| Box::pin(async move { flow::begin(tx, provider, &return_to, now).await })).await
}
