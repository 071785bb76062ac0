//! `/api/admin/guestbook/bulk` and `/api/admin/comments/bulk`, for admins only.

use axum::Json;
use axum::extract::State;

use super::form::BulkModerationForm;
use super::moderation;
use crate::audit_log::model::AuditContext;
use crate::common::id::BulkId;
use crate::guestbook::model::{Comment, Entry};
use crate::http::app::App;
use crate::http::bulk::{BulkUndoView, BulkView};
use crate::http::caller::Admin;
use crate::http::problem::Problem;
use crate::http::query::{PathId, Query};
use crate::http::validation::ValidatedJson;

/// Defines the calls for entries or for comments, which differ in their paths only.
macro_rules! bulk {
    ($what:ty, $moderate:ident, $undo:ident, $path:literal, $undo_path:literal, $id:literal, $undo_id:literal,
     $summary:literal, $undo_summary:literal) => {
        #[doc = $summary]
        ///
        /// From waiting and from spam alone. All of them or none: an unknown id, or one that is settled, refuses the whole.
        /// For ten minutes it can be undone.
        #[utoipa::path(
                    post, path = $path, operation_id = $id, tag = "Guestbook", security(("bearer" = [])),
                    request_body = BulkModerationForm,
                    responses(
                        (status = 200, body = BulkView),
                        (status = 409, body = Problem, content_type = "application/problem+json",
                            description = "Some are settled already; they are named."),
                    ),
                )]
        pub async fn $moderate(
            State(app): State<App>,
            caller: Admin,
            audit: AuditContext,
            query: Query,
            form: ValidatedJson<BulkModerationForm>,
        ) -> Result<Json<BulkView>, Problem> {
            query.finish()?;
            Ok(Json(moderation::moderate::<$what>(&app, &caller.0.id, audit, form.0).await?))
        }

        #[doc = $undo_summary]
        ///
        /// Once, within ten minutes (`canUndoUntil`). Each stands again as it stood before; what somebody has changed or
        /// deleted since is left alone, and named.
        #[utoipa::path(
                    post, path = $undo_path, operation_id = $undo_id, tag = "Guestbook", security(("bearer" = [])),
                    params(("id" = i64, Path, description = "The verdicts' `undoId`.")),
                    responses(
                        (status = 200, body = BulkUndoView),
                        (status = 409, body = Problem, content_type = "application/problem+json",
                            description = "It was undone before, or is older than ten minutes."),
                    ),
                )]
        pub async fn $undo(
            State(app): State<App>,
            caller: Admin,
            audit: AuditContext,
            PathId(id): PathId<BulkId>,
            query: Query,
        ) -> Result<Json<BulkUndoView>, Problem> {
            query.finish()?;
            Ok(Json(moderation::undo::<$what>(&app, &caller.0.id, audit, id).await?))
        }
    };
}

bulk!(
    Entry,
    moderate_entries,
    undo_moderate_entries,
    "/api/admin/guestbook/bulk",
    "/api/admin/guestbook/bulk/{id}/undo",
    "moderateEntries",
    "undoModerateEntries",
    "Settles many entries: approved, rejected or spam.",
    "Undoes the verdicts on many entries."
);
bulk!(
    Comment,
    moderate_comments,
    undo_moderate_comments,
    "/api/admin/comments/bulk",
    "/api/admin/comments/bulk/{id}/undo",
    "moderateComments",
    "undoModerateComments",
    "Settles many comments: approved, rejected or spam.",
    "Undoes the verdicts on many comments."
);
