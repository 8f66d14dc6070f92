CREATE TABLE "plan" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"start_date" text NOT NULL,
	"end_date" text,
	"desc" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"plan_id" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"audio_source" smallint NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_group" integer,
	"text_content" text DEFAULT '' NOT NULL,
	"voice_name" text DEFAULT 'xiaoyan' NOT NULL,
	"voice_speed" smallint DEFAULT 50 NOT NULL,
	"preset_text" integer,
	"radio" integer,
	"url" text DEFAULT '' NOT NULL,
	"capturer" integer,
	"capturer_channel" smallint,
	"control_action" text,
	"control_volume" smallint,
	"start_date" text NOT NULL,
	"end_date" text,
	"start_time" text NOT NULL,
	"end_time" text,
	"schedule_day" smallint DEFAULT 0 NOT NULL,
	"weekday_flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"duration" integer,
	"count" integer,
	"advance_play_time" integer DEFAULT 0 NOT NULL,
	"priority" smallint NOT NULL,
	"volume" smallint,
	"play_order" smallint NOT NULL,
	"loop" smallint NOT NULL,
	"interval_time" double precision DEFAULT 0 NOT NULL,
	"chime_before" integer,
	"chime_after" integer,
	"resume_policy" text NOT NULL,
	"offline_tasks" boolean DEFAULT false NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"active_since" bigint NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "programme_ms" bigint;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "operator_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "device_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "capturer_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "capturer_channel" smallint;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "gpio_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "error" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD CONSTRAINT "scheduled_task_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD CONSTRAINT "scheduled_task_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_task_plan_id_index" ON "scheduled_task" USING btree ("plan_id");--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_task_id_scheduled_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_run" ON "broadcast" USING btree ("task_id","due_at");