import { unwrap, type WebhookRequest, type WebhookResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byVersion, listed, type Resource } from "./resource";

export const webhooks: Resource<WebhookResponse, WebhookRequest> = {
  // There are at most 50.
  list: () => listed(karst.GET("/api/webhooks")),
  one: (id) => unwrap(karst.GET("/api/webhooks/{id}", byId(Number(id)))),
  add: (body) => unwrap(karst.POST("/api/webhooks", { body })),
  change: (id, body, version) => unwrap(karst.PUT("/api/webhooks/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/webhooks/{id}", byId(id)),
  forms: { add: "WebhookRequest", change: "WebhookChanges" },
};

/** Replaces the secret. Only this response has the new one. */
export const rotateWebhookSecret = (id: number) =>
  unwrap(karst.POST("/api/webhooks/{id}/rotate-secret", byId(id)));

/** Sends a test and returns its delivery. */
export const testWebhook = (id: number) => unwrap(karst.POST("/api/webhooks/{id}/test", byId(id)));

/** A page of the deliveries of a webhook, newest first. */
export const webhookDeliveries = (id: number, offset: number, limit: number) =>
  listed(karst.GET("/api/webhooks/{id}/deliveries", { params: { path: { id }, query: { offset, limit } } }));

/** Sends the event of a delivery again. */
export const redeliverWebhook = (id: number) =>
  unwrap(karst.POST("/api/webhook-deliveries/{id}/redeliver", byId(id)));
