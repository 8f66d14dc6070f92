CREATE TABLE "record_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"record_type" text NOT NULL,
	"name" text NOT NULL,
	"caller_name" text NOT NULL,
	"caller_id" integer,
	"callee_name" text NOT NULL,
	"callee_id" integer,
	"began_at" bigint NOT NULL,
	"duration_ms" integer,
	"size" bigint,
	"channels" smallint NOT NULL,
	"emergency" boolean NOT NULL,
	"alarm_id" integer,
	"broadcast_id" integer,
	"lost" integer DEFAULT 0 NOT NULL,
	"orgs" jsonb,
	"path" text NOT NULL,
	"peaks" jsonb,
	CONSTRAINT "record_file_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE INDEX "record_file_began_at_index" ON "record_file" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "record_file_alarm_id_index" ON "record_file" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "record_file_record_type_id_index" ON "record_file" USING btree ("record_type","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "record_file_open" ON "record_file" USING btree ("id") WHERE duration_ms is null;--> statement-breakpoint
CREATE INDEX "record_file_search" ON "record_file" USING gin (search_text("name") gin_trgm_ops,search_text("caller_name") gin_trgm_ops,search_text("callee_name") gin_trgm_ops);