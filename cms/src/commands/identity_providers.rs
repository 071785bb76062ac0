//! Builds the external identity providers from the configuration. An incomplete configuration stops `cms serve` at the
//! start.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use axum::http::Uri;

use crate::auth::domain::builtin::provider::SignInPolicy;
use crate::auth::domain::federated::model::{FederatedProvider, IdentityProvider};
use crate::auth::domain::federated::providers::{FederatedProviderClients, FederatedProviderClientsConfig};
use crate::auth::domain::federated::{facebook, openid};
use crate::auth::domain::firebase::{Firebase, FirebaseConfig, KEYS_URL};
use crate::config::{FederatedProvidersConfig, FirebaseProject};
use crate::integrations::http_client::{HttpClient, is_loopback_host, is_secure_url};

/// The identity providers for federated sign-in. Errors: an incomplete provider, or a URL that is neither https nor on
/// this machine.
pub fn federated_providers(
    federation: &FederatedProvidersConfig,
    public_url: &str,
    http: &HttpClient,
) -> anyhow::Result<FederatedProviderClients> {
    Ok(FederatedProviderClients::new(providers_config(federation)?, public_url, http))
}

fn providers_config(config: &FederatedProvidersConfig) -> anyhow::Result<FederatedProviderClientsConfig> {
    let google = id_and_secret("GOOGLE_CLIENT", &config.google_client_id, &config.google_client_secret)?;
    let facebook = id_and_secret("FACEBOOK_CLIENT", &config.facebook_client_id, &config.facebook_client_secret)?;
    let openid = match (non_blank(&config.openid_issuer), non_blank(&config.openid_client_id)) {
        (Some(issuer), Some(client_id)) => Some(openid::OpenIdConfig {
            provider: IdentityProvider::Openid,
            issuer: require_secure_url("OPENID_ISSUER", &issuer)?,
            client_id,
            client_secret: non_blank(&config.openid_client_secret),
            prompts_account_selection: false,
        }),
        (None, None) => None,
        _ => bail!("OPENID_ISSUER and OPENID_CLIENT_ID must be set together"),
    };
    Ok(FederatedProviderClientsConfig {
        google: match google {
            Some((client_id, client_secret)) => Some(openid::OpenIdConfig {
                provider: IdentityProvider::Google,
                issuer: require_secure_url("GOOGLE_ISSUER", &config.google_issuer)?,
                client_id,
                client_secret: Some(client_secret),
                prompts_account_selection: true,
            }),
            None => None,
        },
        facebook: match facebook {
            Some((client_id, client_secret)) => {
                let origin = non_blank(&config.facebook_origin);
                let origin_override = origin.map(|url| require_secure_url("FACEBOOK_ORIGIN", &url)).transpose()?;
                Some(facebook::FacebookConfig { client_id, client_secret, origin_override })
            }
            None => None,
        },
        openid,
        openid_name: non_blank(&config.openid_name),
    })
}

/// Firebase as the identity provider. `None` if `FIREBASE_PROJECT_ID` is not set.
/// Errors: a missing or invalid value, or an emulator while it or `public_url` is not on this machine.
pub fn firebase(
    project: &FirebaseProject,
    public_url: &str,
    policy: &Arc<SignInPolicy>,
    http: &HttpClient,
) -> anyhow::Result<Option<Firebase>> {
    let emulator = non_blank(&project.firebase_auth_emulator_host);
    let Some(id) = non_blank(&project.firebase_project_id) else {
        ensure!(emulator.is_none(), "FIREBASE_AUTH_EMULATOR_HOST requires FIREBASE_PROJECT_ID");
        return Ok(None);
    };
    if let Some(host) = &emulator {
        let is_local = host.parse::<SocketAddr>().map(|address| address.ip().is_loopback()).unwrap_or_else(|_| {
            let parts = host.split_once(':');
            parts.is_some_and(|(name, port)| name == "localhost" && port.parse::<u16>().is_ok())
        });
        ensure!(is_local, "FIREBASE_AUTH_EMULATOR_HOST must be on this machine, like 127.0.0.1:9099");
        let is_guide_local = public_url.parse::<Uri>().is_ok_and(|url| url.host().is_some_and(is_loopback_host));
        ensure!(
            is_guide_local,
            "FIREBASE_AUTH_EMULATOR_HOST accepts tokens that anyone can create: PUBLIC_URL must be on this machine"
        );
    }
    let federated = project.firebase_federated.iter().map(|word| word.trim()).filter(|word| !word.is_empty());
    let federated = federated.map(|word| {
        let provider = FederatedProvider::parse(word).filter(|provider| *provider != FederatedProvider::Openid);
        provider.with_context(|| format!("FIREBASE_FEDERATED accepts google and facebook, not {word}"))
    });
    let config = FirebaseConfig {
        api_key: non_blank(&project.firebase_api_key).context("FIREBASE_PROJECT_ID requires FIREBASE_API_KEY")?,
        auth_domain: non_blank(&project.firebase_auth_domain).unwrap_or_else(|| format!("{id}.firebaseapp.com")),
        app_id: non_blank(&project.firebase_app_id),
        emulator,
        federated: federated.collect::<anyhow::Result<_>>()?,
        keys_url: non_blank(&project.firebase_keys_url)
            .map_or(Ok(KEYS_URL.to_owned()), |url| require_secure_url("FIREBASE_KEYS_URL", &url))?,
        project: id,
    };
    Ok(Some(Firebase::new(config, policy.clone(), http)))
}

fn id_and_secret(
    setting_prefix: &str,
    id: &Option<String>,
    secret: &Option<String>,
) -> anyhow::Result<Option<(String, String)>> {
    match (non_blank(id), non_blank(secret)) {
        (Some(id), Some(secret)) => Ok(Some((id, secret))),
        (None, None) => Ok(None),
        _ => bail!("{setting_prefix}_ID and {setting_prefix}_SECRET must be set together"),
    }
}

/// The trimmed value of an environment variable. `None` if it is not set or blank (`NAME=` in an environment file).
fn non_blank(value: &Option<String>) -> Option<String> {
    value.as_deref().map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned)
}

fn require_secure_url(name: &str, url: &str) -> anyhow::Result<String> {
    ensure!(url.parse::<Uri>().is_ok_and(|uri| is_secure_url(&uri)), "{name} must be an https address, not {url}");
    Ok(url.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        federation: FederatedProvidersConfig,
        #[command(flatten)]
        project: FirebaseProject,
    }

    fn cli(arguments: &[&str]) -> Cli {
        Cli::parse_from([&["cms"], arguments].concat())
    }

    fn providers_error(arguments: &[&str]) -> String {
        providers_config(&cli(arguments).federation).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn incomplete_or_http_providers_are_refused_and_blank_values_count_as_not_set() {
        let sentence = "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together";
        assert_eq!(providers_error(&["--google-client-id", "x"]), sentence);
        assert!(providers_error(&["--facebook-client-secret", "x"]).contains("FACEBOOK_CLIENT_ID"));
        assert!(providers_error(&["--openid-issuer", "https://id.example"]).contains("OPENID_CLIENT_ID"));
        let http_issuer_arguments = ["--openid-issuer", "http://id.example", "--openid-client-id", "x"];
        assert_eq!(
            providers_error(&http_issuer_arguments),
            "OPENID_ISSUER must be an https address, not http://id.example"
        );
        let config_from_blank_values =
            providers_config(&cli(&["--google-client-id", "", "--google-client-secret", " "]).federation);
        assert!(config_from_blank_values.is_ok_and(|config| config.google.is_none()));
    }

    #[tokio::test]
    async fn firebase_emulator_is_refused_unless_it_and_the_public_url_are_on_this_machine() {
        let http = HttpClient::new().expect("a way out");
        let firebase_error = |host: &str, public_url: &str| {
            let arguments =
                ["--firebase-project-id", "p", "--firebase-api-key", "k", "--firebase-auth-emulator-host", host];
            let result = firebase(&cli(&arguments).project, public_url, &Arc::default(), &http);
            result.err().map(|error| error.to_string())
        };
        for local_host in ["127.0.0.1:9099", "localhost:9099", "[::1]:9099"] {
            assert_eq!(firebase_error(local_host, "http://localhost:8080"), None, "{local_host}");
        }
        for other_host in ["10.0.0.1:9099", "emulator:9099", "127.0.0.1", "localhost", "localhost.example:9099"] {
            assert!(
                firebase_error(other_host, "http://localhost:8080")
                    .is_some_and(|message| message.contains("on this machine")),
                "{other_host}"
            );
        }
        for remote_public_url in ["https://guide.example", "http://10.0.0.1", "https://localhost.example"] {
            assert!(
                firebase_error("127.0.0.1:9099", remote_public_url)
                    .is_some_and(|message| message.contains("PUBLIC_URL")),
                "{remote_public_url}"
            );
        }
    }
}
