//! `/api/admin/guestbook/bulk` and `/api/admin/comments/bulk`, for admins only.

use axum::Json;
use axum::extract::State;

use crate::audit::log::AuditContext;
use crate::common::id::BulkChangeId;
use crate::guestbook::model::{Comment, Entry};
use crate::guestbook::moderation::decisions;
use crate::guestbook::requests::BulkModerationRequest;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::bulk::{BulkResponse, BulkUndoResponse};
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;

/// Defines the two handlers for one record type: entries or comments. Those of both types differ only in types, names,
/// paths and summaries.
macro_rules! bulk_moderation_handlers {
    ($record:ty, $moderate:ident, $undo:ident, $path:literal, $undo_path:literal, $summary:literal,
     $undo_summary:literal) => {
        #[doc = $summary]
        ///
        /// Admins only. All records must be pending or spam. The request changes all of them or none: it is refused if
        /// an id is unknown (422), or if a record is already approved or rejected (409). The decisions can be undone
        /// for ten minutes.
        #[utoipa::path(
            post, path = $path, tag = "Guestbook",
            request_body = BulkModerationRequest,
            responses(
                (status = 200, body = BulkResponse),
                (status = 409, description = "Some records are already `approved` or `rejected`; `detail` names up to five of them."),
            ),
        )]
        pub async fn $moderate(
            State(app): State<App>,
            caller: Admin,
            audit: AuditContext,
            _: NoQuery,
            form: ValidatedJson<BulkModerationRequest>,
        ) -> Result<Json<BulkResponse>, Problem> {
            Ok(Json(decisions::moderate_in_bulk::<$record>(&app, &caller.0.id, audit, form.0).await?))
        }

        #[doc = $undo_summary]
        ///
        /// Admins only. Possible once, until `canUndoUntil`: ten minutes after the decisions. Each record gets its
        /// former status back. Records that were changed or deleted since are left unchanged, and `leftAlone` names
        /// them.
        #[utoipa::path(
            post, path = $undo_path, tag = "Guestbook",
            params(("id" = i64, Path, description = "The `undoId` of the decisions.")),
            responses(
                (status = 200, body = BulkUndoResponse),
                (status = 409, description = "The change was already undone, or is older than ten minutes."),
            ),
        )]
        pub async fn $undo(
            State(app): State<App>,
            caller: Admin,
            audit: AuditContext,
            PathId(id): PathId<BulkChangeId>,
            _: NoQuery,
        ) -> Result<Json<BulkUndoResponse>, Problem> {
            Ok(Json(decisions::undo_bulk_decision::<$record>(&app, &caller.0.id, audit, id).await?))
        }
    };
}

bulk_moderation_handlers!(
    Entry,
    moderate_entries,
    undo_moderate_entries,
    "/api/admin/guestbook/bulk",
    "/api/admin/guestbook/bulk/{id}/undo",
    "Moderate many entries: approve, reject or file as spam.",
    "Undo the decisions on many entries."
);
bulk_moderation_handlers!(
    Comment,
    moderate_comments,
    undo_moderate_comments,
    "/api/admin/comments/bulk",
    "/api/admin/comments/bulk/{id}/undo",
    "Moderate many comments: approve, reject or file as spam.",
    "Undo the decisions on many comments."
);
