CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE FUNCTION "search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$ SELECT encode(replace(lower($1), '\', '\\')::bytea, 'escape') $$;--> statement-breakpoint
CREATE INDEX "audit_search" ON "audit" USING gin (search_text("before"::text) gin_trgm_ops,search_text("after"::text) gin_trgm_ops,search_text("account_code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "broadcast_ended" ON "broadcast" USING btree ("ended_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "fault_search" ON "fault" USING gin (search_text("subject") gin_trgm_ops,search_text("params"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "online_log_org_id_index" ON "online_log" USING btree ("org","id");--> statement-breakpoint
CREATE INDEX "online_log_open" ON "online_log" USING btree ("id") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "online_log_search" ON "online_log" USING gin (search_text("code") gin_trgm_ops,search_text("name") gin_trgm_ops,search_text("peer_addr") gin_trgm_ops);