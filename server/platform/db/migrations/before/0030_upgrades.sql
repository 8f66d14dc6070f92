CREATE TABLE "upgrade" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upgrade_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upgrade_file" integer,
	"upgrade_pack_name" text NOT NULL,
	"version" text NOT NULL,
	"feature_code" text NOT NULL,
	"creator" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"ended_at" timestamptz,
	"state" text NOT NULL,
	"paused_by" text,
	"waves" integer[] NOT NULL,
	"wave_count" smallint NOT NULL,
	"failure_limit" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upgrade_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upgrade_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"version" text NOT NULL,
	"feature_code" text NOT NULL,
	"min_version" text,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"signer_key" text NOT NULL,
	"signature" text NOT NULL,
	"build_status" text NOT NULL,
	"build_error" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upgrade_terminal" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upgrade_terminal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upgrade" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"org" integer,
	"wave" integer NOT NULL,
	"status" text NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"from_version" text NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"began_at" timestamptz,
	"ended_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "upgrade" ADD CONSTRAINT "upgrade_upgrade_file_upgrade_file_id_fk" FOREIGN KEY ("upgrade_file") REFERENCES "public"."upgrade_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_terminal" ADD CONSTRAINT "upgrade_terminal_upgrade_upgrade_id_fk" FOREIGN KEY ("upgrade") REFERENCES "public"."upgrade"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upgrade_open" ON "upgrade" USING btree ("id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "upgrade_ended_at_index" ON "upgrade" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrade_file_version" ON "upgrade_file" USING btree ("feature_code","version");--> statement-breakpoint
CREATE INDEX "upgrade_terminal_upgrade_wave_index" ON "upgrade_terminal" USING btree ("upgrade","wave");--> statement-breakpoint
CREATE INDEX "upgrade_terminal_org_index" ON "upgrade_terminal" USING btree ("org");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrade_terminal_open" ON "upgrade_terminal" USING btree ("terminal_id") WHERE status in ('waiting', 'updating', 'preparing_to_restart', 'restarting');