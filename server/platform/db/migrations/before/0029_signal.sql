CREATE TABLE "signal_hour" (
	"terminal_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"csq_sum" integer NOT NULL,
	"count" integer NOT NULL,
	"csq_min" smallint NOT NULL,
	"csq_max" smallint NOT NULL,
	"reported_at" timestamptz NOT NULL,
	CONSTRAINT "signal_hour_terminal_id_hour_pk" PRIMARY KEY("terminal_id","hour")
);
--> statement-breakpoint
CREATE TABLE "signal_last" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"csq" smallint NOT NULL,
	"reported_at" timestamptz NOT NULL,
	"latitude" double precision,
	"longitude" double precision
);
--> statement-breakpoint
ALTER TABLE "signal_last" ADD CONSTRAINT "signal_last_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signal_hour_hour_index" ON "signal_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "signal_last_csq_terminal_id_index" ON "signal_last" USING btree ("csq","terminal_id");--> statement-breakpoint
CREATE INDEX "signal_last_reported_at_terminal_id_index" ON "signal_last" USING btree ("reported_at","terminal_id");