//! Letters out, through any SMTP server.

use std::time::Duration;

use anyhow::Context;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How long each word of the server may take.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a letter may take in all.
const SEND_TIMEOUT: Duration = Duration::from_secs(90);

/// A letter that is ready to leave.
#[derive(Clone, Default)]
pub struct EmailMessage {
    /// The address it goes to.
    pub to: String,
    /// Where answers go, if not to whoever sent it.
    pub reply_to: Option<String>,
    /// Whether it answers a message that its recipient has sent.
    pub is_reply: bool,
    /// Its subject.
    pub subject: String,
    /// What it says, as plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

impl std::fmt::Debug for EmailMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Letters hold links that let somebody in.
        f.debug_struct("EmailMessage").field("subject", &self.subject).finish_non_exhaustive()
    }
}

/// Why a letter did not leave.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It never will: the address is none, or the server said so.
    #[error("refused: {0}")]
    Rejected(String),
    /// It may, later.
    #[error("not now: {0}")]
    Temporary(String),
}

impl MailError {
    /// Whether trying again is in vain.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Rejected(_))
    }
}

/// The way to one mail server. Connections are kept and used again.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The host of the public address, which stands behind the `@` of message ids.
    host: String,
}

/// Tells mail programs that no person has sent this, so that none answers it by itself. Source: RFC 3834, section 5.
#[derive(Clone)]
struct AutoSubmitted(&'static str);

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }
    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(if text == "auto-replied" { "auto-replied" } else { "auto-generated" }))
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.into())
    }
}

impl SmtpMailer {
    /// `url` as in `smtps://user:password@host` or `smtp://host:25?tls=required`; `from` as in `Guide <hello@host>`.
    /// The host of `public_url` names this server in `EHLO` and `Message-ID`; the machine's own name stays private.
    pub fn new(url: &str, from: &str, public_url: &str) -> anyhow::Result<Self> {
        let host = url::Url::parse(public_url).ok().and_then(|url| url.host().map(|host| host.to_owned()));
        let host = host.context("PUBLIC_URL names no host")?;
        // The address may hold a password, so it is not repeated.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .context("SMTP_URL is not an address like smtps://user:password@host")?
            .timeout(Some(COMMAND_TIMEOUT))
            .hello_name(client_id(&host))
            .build();
        let from = from.parse().with_context(|| format!("MAIL_FROM is not an address: {from}"))?;
        Ok(Self { transport, from, host: host.to_string() })
    }

    /// Hands a letter to the server; it has it when this returns.
    pub async fn send(&self, email: &EmailMessage) -> Result<(), MailError> {
        let to: Address =
            email.to.parse().map_err(|_| MailError::Rejected("no mail can be sent to this address".into()))?;
        let mut message = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to));
        // One that mail cannot carry is left out: the letter says who wrote.
        if let Some(Ok(reply_to)) = email.reply_to.as_deref().map(str::parse::<Address>) {
            message = message.reply_to(Mailbox::new(None, reply_to));
        }
        let message = message
            .subject(&email.subject)
            .message_id(Some(format!("<{:032x}@{}>", rand::random::<u128>(), self.host)))
            .header(AutoSubmitted(if email.is_reply { "auto-replied" } else { "auto-generated" }))
            .multipart(MultiPart::alternative_plain_html(email.text.clone(), email.html.clone()))
            .map_err(|error| MailError::Rejected(error.to_string()))?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            // 53x is about our own account there (RFC 4954): a fault to be mended, not this letter's.
            Ok(Err(error)) if error.is_permanent() && !is_account_error(&error) => {
                Err(MailError::Rejected(error.to_string()))
            }
            Ok(Err(error)) => Err(MailError::Temporary(error.to_string())),
            Err(_) => Err(MailError::Temporary("the mail server is too slow".into())),
        }
    }
}

/// The host as `EHLO` names it. Source: RFC 5321, section 4.1.3, for literals.
fn client_id(host: &url::Host) -> ClientId {
    match host {
        url::Host::Domain(name) => ClientId::Domain(name.clone()),
        url::Host::Ipv4(address) => ClientId::Ipv4(*address),
        url::Host::Ipv6(address) => ClientId::Ipv6(*address),
    }
}

fn is_account_error(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| code.to_string().starts_with("53"))
}
