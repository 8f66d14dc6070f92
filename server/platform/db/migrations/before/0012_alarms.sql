CREATE TABLE "alarm" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" integer,
	"plan_name" text NOT NULL,
	"priority" smallint NOT NULL,
	"orgs" jsonb,
	"device_id" integer,
	"device_name" text DEFAULT '' NOT NULL,
	"device_code" text DEFAULT '' NOT NULL,
	"origin" jsonb NOT NULL,
	"drill" text DEFAULT 'none' NOT NULL,
	"drill_targets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text NOT NULL,
	"input_nums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"output_nums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"step_at" bigint,
	"began_at" bigint NOT NULL,
	"starts_at" bigint,
	"alarming_at" bigint,
	"acknowledged_at" bigint,
	"acknowledged_by" text DEFAULT '' NOT NULL,
	"silenced" boolean DEFAULT false NOT NULL,
	"reset_at" bigint,
	"reset_by_user" text DEFAULT '' NOT NULL,
	"reset_until" bigint,
	"cancelled" boolean DEFAULT false NOT NULL,
	"ended_at" bigint,
	"note" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"peer_addr" text DEFAULT '' NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_plan" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"org" integer,
	"priority" smallint NOT NULL,
	"fire_control_device" integer,
	"input_nums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"output_nums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"linkage_task_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"gpio_set_task_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reset_time" integer DEFAULT 0 NOT NULL,
	"activated" boolean DEFAULT true NOT NULL,
	"desc" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gpio_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gpio_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"org" integer,
	"gpio_type" text NOT NULL,
	"activated" boolean DEFAULT true NOT NULL,
	"fire_control_device" integer,
	"input_nums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outputs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scheduled_task" integer,
	"desc" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkage_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkage_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"org" integer,
	"audio_source" smallint NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"text_content" text DEFAULT '' NOT NULL,
	"voice_name" text DEFAULT 'xiaoyan' NOT NULL,
	"voice_speed" smallint DEFAULT 50 NOT NULL,
	"preset_text" integer,
	"control_action" text,
	"control_volume" smallint,
	"tone" text DEFAULT 'none' NOT NULL,
	"interval_time" double precision DEFAULT 2 NOT NULL,
	"volume" smallint,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"desc" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "alarm_id" integer;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "linkage_task_id" integer;--> statement-breakpoint
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_plan_id_alarm_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."alarm_plan"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan" ADD CONSTRAINT "alarm_plan_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan" ADD CONSTRAINT "alarm_plan_fire_control_device_terminal_id_fk" FOREIGN KEY ("fire_control_device") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_fire_control_device_terminal_id_fk" FOREIGN KEY ("fire_control_device") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_scheduled_task_scheduled_task_id_fk" FOREIGN KEY ("scheduled_task") REFERENCES "public"."scheduled_task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task" ADD CONSTRAINT "linkage_task_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_created_at_index" ON "alarm" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_running" ON "alarm" USING btree ("plan_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "alarm_search" ON "alarm" USING gin (search_text("plan_name") gin_trgm_ops,search_text("device_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "alarm_event_alarm_id_id_index" ON "alarm_event" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_plan_org_index" ON "alarm_plan" USING btree ("org");--> statement-breakpoint
CREATE INDEX "alarm_plan_fire_control_device_index" ON "alarm_plan" USING btree ("fire_control_device");--> statement-breakpoint
CREATE INDEX "gpio_task_org_index" ON "gpio_task" USING btree ("org");--> statement-breakpoint
CREATE INDEX "gpio_task_fire_control_device_index" ON "gpio_task" USING btree ("fire_control_device");--> statement-breakpoint
CREATE INDEX "linkage_task_org_index" ON "linkage_task" USING btree ("org");--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_alarm_id_index" ON "broadcast" USING btree ("alarm_id");