//! Sends email through an SMTP server.

use std::time::Duration;

use anyhow::Context;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// The time limit of each SMTP command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(20);
/// The time limit of sending one email.
const SEND_TIMEOUT: Duration = Duration::from_secs(90);

/// A rendered email.
#[derive(Clone, Default)]
pub struct EmailMessage {
    /// The recipient's address.
    pub to: String,
    /// The `Reply-To` address, if replies do not go to the sender.
    pub reply_to: Option<String>,
    /// Whether the email is an automatic reply to a message of its recipient.
    pub is_auto_reply: bool,
    /// The subject.
    pub subject: String,
    /// The body as plain text.
    pub text: String,
    /// The body as HTML.
    pub html: String,
}

impl std::fmt::Debug for EmailMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The body is left out, because it may contain links that grant access.
        f.debug_struct("EmailMessage").field("subject", &self.subject).finish_non_exhaustive()
    }
}

/// Why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Permanent failure: the address is invalid, or the server rejected the email.
    #[error("refused: {0}")]
    Rejected(String),
    /// Temporary failure: retry later.
    #[error("temporary failure: {0}")]
    Temporary(String),
}

impl MailError {
    /// Whether a retry is pointless.
    pub fn is_permanent_failure(&self) -> bool {
        matches!(self, Self::Rejected(_))
    }
}

/// The client of one mail server. Connections are reused.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The host of the guide's public URL, not of the mail server. It is the part of message ids after the `@`.
    host: String,
}

impl SmtpMailer {
    /// Creates a client without a connection. `url` looks like `smtps://user:password@host` or
    /// `smtp://host:25?tls=required`, and `from` looks like `Guide <hello@host>`. `EHLO` and `Message-ID` contain the
    /// host of `public_url`, so that the name of the machine stays private.
    pub fn new(url: &str, from: &str, public_url: &str) -> anyhow::Result<Self> {
        let host = url::Url::parse(public_url).ok().and_then(|url| url.host().map(|host| host.to_owned()));
        let host = host.context("PUBLIC_URL has no host")?;
        // The error does not repeat the URL, because it may contain a password.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .context("SMTP_URL is not an address like smtps://user:password@host")?
            .timeout(Some(COMMAND_TIMEOUT))
            .hello_name(ehlo_client_id(&host))
            .build();
        let from = from.parse().with_context(|| format!("MAIL_FROM is not an address: {from}"))?;
        Ok(Self { transport, from, host: host.to_string() })
    }

    /// Sends an email. If this returns `Ok`, the mail server has accepted the email.
    pub async fn send(&self, email: &EmailMessage) -> Result<(), MailError> {
        let to: Address =
            email.to.parse().map_err(|_| MailError::Rejected("no mail can be sent to this address".into()))?;
        let mut message = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to));
        // An invalid reply address is left out: the body names the sender.
        if let Some(Ok(reply_to)) = email.reply_to.as_deref().map(str::parse::<Address>) {
            message = message.reply_to(Mailbox::new(None, reply_to));
        }
        // Mail programs send no automatic reply to an email with this header (RFC 3834, section 5).
        let auto_submitted = if email.is_auto_reply { "auto-replied" } else { "auto-generated" };
        let message = message
            .subject(&email.subject)
            .message_id(Some(format!("<{:032x}@{}>", rand::random::<u128>(), self.host)))
            .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), auto_submitted.to_owned()))
            .multipart(MultiPart::alternative_plain_html(email.text.clone(), email.html.clone()))
            .map_err(|error| MailError::Rejected(error.to_string()))?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            // A status 53x means a problem with the account at the mail server (RFC 4954). The failure counts as
            // temporary, because an operator can fix the account.
            Ok(Err(error)) if error.is_permanent() && !is_smtp_authentication_error(&error) => {
                Err(MailError::Rejected(error.to_string()))
            }
            Ok(Err(error)) => Err(MailError::Temporary(error.to_string())),
            Err(_) => Err(MailError::Temporary("the mail server is too slow".into())),
        }
    }
}

/// The client id for `EHLO`. An IP address is sent as an address literal (RFC 5321, section 4.1.3).
fn ehlo_client_id(host: &url::Host) -> ClientId {
    match host {
        url::Host::Domain(name) => ClientId::Domain(name.clone()),
        url::Host::Ipv4(address) => ClientId::Ipv4(*address),
        url::Host::Ipv6(address) => ClientId::Ipv6(*address),
    }
}

fn is_smtp_authentication_error(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| code.to_string().starts_with("53"))
}
