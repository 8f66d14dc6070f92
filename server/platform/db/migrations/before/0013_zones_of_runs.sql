CREATE TABLE "broadcast_org" (
	"broadcast_id" integer NOT NULL,
	"org" integer NOT NULL,
	"targets" integer NOT NULL,
	"heard" integer DEFAULT 0 NOT NULL,
	"missed" integer NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"last_sound_at" bigint,
	CONSTRAINT "broadcast_org_broadcast_id_org_pk" PRIMARY KEY("broadcast_id","org")
);
--> statement-breakpoint
DROP INDEX "broadcast_target_terminal_id_index";--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "broadcast_org" ADD CONSTRAINT "broadcast_org_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_org_org_broadcast_id_index" ON "broadcast_org" USING btree ("org","broadcast_id");--> statement-breakpoint
CREATE INDEX "broadcast_search" ON "broadcast" USING gin (search_text("name") gin_trgm_ops,search_text("operator_code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "broadcast_target_terminal_id_broadcast_id_index" ON "broadcast_target" USING btree ("terminal_id","broadcast_id");--> statement-breakpoint
UPDATE "broadcast_target" t SET "org" = n."org" FROM "terminal" n WHERE n."id" = t."terminal_id";--> statement-breakpoint
INSERT INTO "broadcast_org" SELECT t."broadcast_id", coalesce(t."org", 0), count(*), count(t."first_sound_at"),
	count(*) FILTER (WHERE t."first_sound_at" IS NULL AND coalesce(t."reason", '') !~ '^(left:)?(preempted|waiting|stopped|paused)(:|$)'),
	sum(t."received"), sum(t."lost"), sum(t."late"), max(t."first_sound_at")
FROM "broadcast_target" t GROUP BY 1, 2;
