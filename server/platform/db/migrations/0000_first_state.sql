-- The whole schema as the steps in before/ leave it, in one: for a new database. Columns stand in the order that those steps
-- gave them, and the journal has the time of the last of them, so that a database which has run them takes this as done.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Text as the indexes of trigrams find it, whatever the collation of the database (server/db/searchText.ts).
CREATE FUNCTION "search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$ SELECT encode(replace(lower($1), '\', '\\')::bytea, 'escape') $$;--> statement-breakpoint
CREATE TABLE "account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"role_id" integer NOT NULL,
	"all_zones" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "account_code_unique" UNIQUE("code")
);--> statement-breakpoint
CREATE TABLE "account_partition" (
	"account_id" integer NOT NULL,
	"partition_id" integer NOT NULL,
	CONSTRAINT "account_partition_account_id_partition_id_pk" PRIMARY KEY("account_id","partition_id")
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "alarm_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"peer_addr" text DEFAULT '' NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "alarm_plan_group_member" (
	"group_id" integer NOT NULL,
	"alarm_plan_id" integer NOT NULL,
	CONSTRAINT "alarm_plan_group_member_group_id_alarm_plan_id_pk" PRIMARY KEY("group_id","alarm_plan_id")
);--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer,
	"account_code" text NOT NULL,
	"client_ip" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer,
	"before" jsonb,
	"after" jsonb
);--> statement-breakpoint
CREATE TABLE "broadcast" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "broadcast_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer,
	"task_type" smallint NOT NULL,
	"name" text NOT NULL,
	"audio_source" smallint NOT NULL,
	"priority" smallint NOT NULL,
	"volume" smallint,
	"play_order" smallint NOT NULL,
	"loop" smallint NOT NULL,
	"interval_ms" integer DEFAULT 0 NOT NULL,
	"resume_policy" text DEFAULT 'live' NOT NULL,
	"seed" integer NOT NULL,
	"items" jsonb NOT NULL,
	"text_content" text,
	"state" text NOT NULL,
	"position_ms" bigint DEFAULT 0 NOT NULL,
	"anchor_at" bigint NOT NULL,
	"limit_ms" bigint,
	"started_by" integer,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"ended_at" timestamptz,
	"end_reason" text,
	"rev" integer DEFAULT 1 NOT NULL,
	"due_at" bigint,
	"programme_ms" bigint,
	"operator_code" text DEFAULT '' NOT NULL,
	"device_code" text DEFAULT '' NOT NULL,
	"capturer_code" text DEFAULT '' NOT NULL,
	"capturer_channel" smallint,
	"gpio_code" text DEFAULT '' NOT NULL,
	"error" jsonb,
	"stream" jsonb,
	"alarm_id" integer,
	"linkage_task_id" integer,
	"asked" jsonb,
	"started_ms" bigint
);--> statement-breakpoint
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
	"gaps" bigint,
	"missed_ms" bigint,
	CONSTRAINT "broadcast_org_broadcast_id_org_pk" PRIMARY KEY("broadcast_id","org")
);--> statement-breakpoint
CREATE TABLE "broadcast_target" (
	"broadcast_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	"first_sound_at" bigint,
	"played_ms" bigint DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"late" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"org" integer,
	"offline_ms" bigint DEFAULT 0 NOT NULL,
	"gaps" integer,
	"missed_ms" integer,
	CONSTRAINT "broadcast_target_broadcast_id_terminal_id_pk" PRIMARY KEY("broadcast_id","terminal_id")
);--> statement-breakpoint
CREATE TABLE "capturer_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "capturer_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"capturer" integer NOT NULL,
	"capturer_channel" smallint NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"priority" smallint NOT NULL,
	"volume" smallint,
	"resume_policy" text NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "caster_account" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"password_hash" text,
	"user_id" integer,
	"disabled" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "caster_org" (
	"terminal_id" integer NOT NULL,
	"partition_id" integer NOT NULL,
	CONSTRAINT "caster_org_terminal_id_partition_id_pk" PRIMARY KEY("terminal_id","partition_id")
);--> statement-breakpoint
CREATE TABLE "fault" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fault_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"terminal_id" integer,
	"org" integer,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"opened_at" timestamptz DEFAULT now() NOT NULL,
	"acknowledged_at" timestamptz,
	"acknowledged_by" integer,
	"resolved_at" timestamptz,
	"rev" integer DEFAULT 1 NOT NULL,
	"shelved_until" timestamptz,
	"shelved_by" text DEFAULT '' NOT NULL,
	"chatter" integer DEFAULT 0 NOT NULL,
	"cleared_at" timestamptz,
	"subnet" text DEFAULT '' NOT NULL
);--> statement-breakpoint
CREATE TABLE "file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"duration_ms" integer,
	"loudness" double precision,
	"format" text DEFAULT '' NOT NULL,
	"build_status" text NOT NULL,
	"build_error" text,
	"group_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"uploaded_at" timestamptz DEFAULT now() NOT NULL,
	"uploaded_by" integer,
	"rev" integer DEFAULT 1 NOT NULL,
	"org" integer
);--> statement-breakpoint
CREATE TABLE "file_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"org" integer
);--> statement-breakpoint
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
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"by_hand" text
);--> statement-breakpoint
CREATE TABLE "id_block" (
	"token" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"taken_at" timestamptz DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "integration" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"org" integer,
	"url" text DEFAULT '' NOT NULL,
	"secret" text,
	"events" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"alarm_plan" integer,
	"poll_s" integer DEFAULT 60 NOT NULL,
	"mappings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_at" timestamptz,
	"last_error" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "integration_message" (
	"integration_id" integer NOT NULL,
	"name" text NOT NULL,
	"plans" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "integration_message_integration_id_name_pk" PRIMARY KEY("integration_id","name")
);--> statement-breakpoint
CREATE TABLE "io_change" (
	"terminal_id" integer NOT NULL,
	"direction" text NOT NULL,
	"number" smallint NOT NULL,
	"at" bigint NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	CONSTRAINT "io_change_terminal_id_direction_number_pk" PRIMARY KEY("terminal_id","direction","number")
);--> statement-breakpoint
CREATE TABLE "io_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "io_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"terminal_id" integer NOT NULL,
	"direction" text NOT NULL,
	"number" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"test" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "io_hold" (
	"terminal_id" integer NOT NULL,
	"output" smallint NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "io_hold_terminal_id_output_pk" PRIMARY KEY("terminal_id","output")
);--> statement-breakpoint
CREATE TABLE "io_test" (
	"terminal_id" integer NOT NULL,
	"input" smallint NOT NULL,
	"until" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "io_test_terminal_id_input_pk" PRIMARY KEY("terminal_id","input")
);--> statement-breakpoint
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
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"frozen" jsonb
);--> statement-breakpoint
CREATE TABLE "linkage_task_group_member" (
	"group_id" integer NOT NULL,
	"linkage_task_id" integer NOT NULL,
	CONSTRAINT "linkage_task_group_member_group_id_linkage_task_id_pk" PRIMARY KEY("group_id","linkage_task_id")
);--> statement-breakpoint
CREATE TABLE "login_proof" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_proof_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"by_browser" boolean NOT NULL,
	"used_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "login_proof_token_hash_unique" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "login_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"client_ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"last_seen_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"proof_id" integer,
	CONSTRAINT "login_session_token_hash_unique" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "media_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"org" integer
);--> statement-breakpoint
CREATE TABLE "online_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "online_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terminal_id" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"org" integer,
	"online_role" smallint NOT NULL,
	"peer_addr" text NOT NULL,
	"login_at" timestamptz NOT NULL,
	"dropped_at" timestamptz
);--> statement-breakpoint
CREATE TABLE "partition" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"code" text NOT NULL,
	"password_hash" text,
	"parent_id" integer,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "partition_code_unique" UNIQUE("code")
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "preference" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preference_account_id_key_pk" PRIMARY KEY("account_id","key")
);--> statement-breakpoint
CREATE TABLE "preset_text" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preset_text_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text_content" text NOT NULL,
	"voice_name" text NOT NULL,
	"voice_speed" smallint NOT NULL,
	"build_status" text NOT NULL,
	"build_error" text,
	"duration_ms" integer,
	"speech_key" text,
	"group_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"org" integer
);--> statement-breakpoint
CREATE TABLE "quick_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quick_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"org" integer,
	"action" text NOT NULL,
	"activated" boolean DEFAULT true NOT NULL,
	"scheduled_task" integer,
	"again" text DEFAULT 'stop' NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"station" integer,
	"virtual_caster" integer,
	"desc" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "quick_code_code_unique" UNIQUE("code")
);--> statement-breakpoint
CREATE TABLE "radio" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "radio_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"radio_url" text NOT NULL,
	"state" text DEFAULT 'untested' NOT NULL,
	"error" text,
	"codec" text DEFAULT '' NOT NULL,
	"bitrate" integer,
	"station" text DEFAULT '' NOT NULL,
	"tested_at" timestamptz,
	"group_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"org" integer
);--> statement-breakpoint
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
	"path" text NOT NULL,
	"peaks" jsonb,
	"orgs" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "record_file_path_unique" UNIQUE("path")
);--> statement-breakpoint
CREATE TABLE "role" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"builtin" boolean DEFAULT false NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "role_code_unique" UNIQUE("code")
);--> statement-breakpoint
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
	"created_by" integer,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE "signal_hour" (
	"terminal_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"csq_sum" integer NOT NULL,
	"count" integer NOT NULL,
	"csq_min" smallint NOT NULL,
	"csq_max" smallint NOT NULL,
	"reported_at" timestamptz NOT NULL,
	CONSTRAINT "signal_hour_terminal_id_hour_pk" PRIMARY KEY("terminal_id","hour")
);--> statement-breakpoint
CREATE TABLE "signal_last" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"csq" smallint NOT NULL,
	"reported_at" timestamptz NOT NULL,
	"latitude" double precision,
	"longitude" double precision
);--> statement-breakpoint
CREATE TABLE "terminal" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terminal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" smallint NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"dev_name2" text DEFAULT '' NOT NULL,
	"org" integer,
	"secret_hash" text NOT NULL,
	"ao_volume" smallint DEFAULT 80 NOT NULL,
	"ai_volume" smallint DEFAULT 80 NOT NULL,
	"call_number" text DEFAULT '' NOT NULL,
	"iccid" text DEFAULT '' NOT NULL,
	"client_ip" text DEFAULT '' NOT NULL,
	"client_version" text DEFAULT '' NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_login_time" timestamptz,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'device' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "terminal_code_unique" UNIQUE("code")
);--> statement-breakpoint
CREATE TABLE "terminal_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terminal_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "terminal_group_member" (
	"group_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	CONSTRAINT "terminal_group_member_group_id_terminal_id_pk" PRIMARY KEY("group_id","terminal_id")
);--> statement-breakpoint
CREATE TABLE "tts_license" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"licenses" smallint NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "virtual_caster" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "virtual_caster_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"call_number" text NOT NULL,
	"ring" text DEFAULT 'all' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "virtual_caster_call_number_unique" UNIQUE("call_number")
);--> statement-breakpoint
CREATE TABLE "virtual_caster_member" (
	"virtual_caster_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "virtual_caster_member_virtual_caster_id_terminal_id_pk" PRIMARY KEY("virtual_caster_id","terminal_id")
);--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"message_id" text NOT NULL,
	"message" jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_partition" ADD CONSTRAINT "account_partition_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_partition" ADD CONSTRAINT "account_partition_partition_id_partition_id_fk" FOREIGN KEY ("partition_id") REFERENCES "public"."partition"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_plan_id_alarm_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."alarm_plan"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan" ADD CONSTRAINT "alarm_plan_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan" ADD CONSTRAINT "alarm_plan_fire_control_device_terminal_id_fk" FOREIGN KEY ("fire_control_device") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan_group_member" ADD CONSTRAINT "alarm_plan_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan_group_member" ADD CONSTRAINT "alarm_plan_group_member_alarm_plan_id_alarm_plan_id_fk" FOREIGN KEY ("alarm_plan_id") REFERENCES "public"."alarm_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_task_id_scheduled_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_started_by_account_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_org" ADD CONSTRAINT "broadcast_org_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD CONSTRAINT "broadcast_target_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD CONSTRAINT "broadcast_target_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capturer_task" ADD CONSTRAINT "capturer_task_capturer_terminal_id_fk" FOREIGN KEY ("capturer") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_account" ADD CONSTRAINT "caster_account_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_account" ADD CONSTRAINT "caster_account_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_org" ADD CONSTRAINT "caster_org_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_org" ADD CONSTRAINT "caster_org_partition_id_partition_id_fk" FOREIGN KEY ("partition_id") REFERENCES "public"."partition"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault" ADD CONSTRAINT "fault_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault" ADD CONSTRAINT "fault_acknowledged_by_account_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_group_id_file_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."file_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_uploaded_by_account_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_group" ADD CONSTRAINT "file_group_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_fire_control_device_terminal_id_fk" FOREIGN KEY ("fire_control_device") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpio_task" ADD CONSTRAINT "gpio_task_scheduled_task_scheduled_task_id_fk" FOREIGN KEY ("scheduled_task") REFERENCES "public"."scheduled_task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_alarm_plan_alarm_plan_id_fk" FOREIGN KEY ("alarm_plan") REFERENCES "public"."alarm_plan"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_message" ADD CONSTRAINT "integration_message_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_change" ADD CONSTRAINT "io_change_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_event" ADD CONSTRAINT "io_event_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_hold" ADD CONSTRAINT "io_hold_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_test" ADD CONSTRAINT "io_test_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task" ADD CONSTRAINT "linkage_task_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task_group_member" ADD CONSTRAINT "linkage_task_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task_group_member" ADD CONSTRAINT "linkage_task_group_member_linkage_task_id_linkage_task_id_fk" FOREIGN KEY ("linkage_task_id") REFERENCES "public"."linkage_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_proof" ADD CONSTRAINT "login_proof_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_proof_id_login_proof_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."login_proof"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_group" ADD CONSTRAINT "media_group_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partition" ADD CONSTRAINT "partition_parent_id_partition_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preset_text" ADD CONSTRAINT "preset_text_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preset_text" ADD CONSTRAINT "preset_text_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_scheduled_task_scheduled_task_id_fk" FOREIGN KEY ("scheduled_task") REFERENCES "public"."scheduled_task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_station_terminal_id_fk" FOREIGN KEY ("station") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_virtual_caster_virtual_caster_id_fk" FOREIGN KEY ("virtual_caster") REFERENCES "public"."virtual_caster"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio" ADD CONSTRAINT "radio_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio" ADD CONSTRAINT "radio_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD CONSTRAINT "scheduled_task_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD CONSTRAINT "scheduled_task_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_last" ADD CONSTRAINT "signal_last_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_group_member" ADD CONSTRAINT "terminal_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_group_member" ADD CONSTRAINT "terminal_group_member_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tts_license" ADD CONSTRAINT "tts_license_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade" ADD CONSTRAINT "upgrade_upgrade_file_upgrade_file_id_fk" FOREIGN KEY ("upgrade_file") REFERENCES "public"."upgrade_file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_terminal" ADD CONSTRAINT "upgrade_terminal_upgrade_upgrade_id_fk" FOREIGN KEY ("upgrade") REFERENCES "public"."upgrade"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_caster_member" ADD CONSTRAINT "virtual_caster_member_virtual_caster_id_virtual_caster_id_fk" FOREIGN KEY ("virtual_caster_id") REFERENCES "public"."virtual_caster"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_caster_member" ADD CONSTRAINT "virtual_caster_member_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_created_at_index" ON "alarm" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_running" ON "alarm" USING btree ("plan_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "alarm_search" ON "alarm" USING gin (search_text("plan_name") gin_trgm_ops,search_text("device_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "alarm_event_alarm_id_id_index" ON "alarm_event" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_plan_org_index" ON "alarm_plan" USING btree ("org");--> statement-breakpoint
CREATE INDEX "alarm_plan_fire_control_device_index" ON "alarm_plan" USING btree ("fire_control_device");--> statement-breakpoint
CREATE INDEX "alarm_plan_group_member_alarm_plan_id_index" ON "alarm_plan_group_member" USING btree ("alarm_plan_id");--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entity_entity_id_index" ON "audit" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "audit_account_code_id_index" ON "audit" USING btree ("account_code","id");--> statement-breakpoint
CREATE INDEX "audit_account_id_id_index" ON "audit" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_action_id_index" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_search" ON "audit" USING gin (search_text("before"::text) gin_trgm_ops,search_text("after"::text) gin_trgm_ops,search_text("account_code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "broadcast_ended" ON "broadcast" USING btree ("ended_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "broadcast_on_air" ON "broadcast" USING btree ("id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "broadcast_alarm_id_index" ON "broadcast" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "broadcast_unsounded" ON "broadcast" USING btree ("id") WHERE end_reason in ('missed', 'failed', 'done', 'offline');--> statement-breakpoint
CREATE INDEX "broadcast_started" ON "broadcast" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_run" ON "broadcast" USING btree ("task_id","due_at");--> statement-breakpoint
CREATE INDEX "broadcast_search" ON "broadcast" USING gin (search_text("name") gin_trgm_ops,search_text("operator_code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "broadcast_org_org_broadcast_id_index" ON "broadcast_org" USING btree ("org","broadcast_id");--> statement-breakpoint
CREATE INDEX "broadcast_org_incomplete" ON "broadcast_org" USING btree ("broadcast_id","org") WHERE heard < targets;--> statement-breakpoint
CREATE INDEX "broadcast_target_terminal_id_broadcast_id_index" ON "broadcast_target" USING btree ("terminal_id","broadcast_id");--> statement-breakpoint
CREATE INDEX "capturer_task_capturer_index" ON "capturer_task" USING btree ("capturer");--> statement-breakpoint
CREATE INDEX "caster_account_user_id_index" ON "caster_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "caster_org_partition_id_index" ON "caster_org" USING btree ("partition_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fault_open" ON "fault" USING btree ("kind","subject") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "fault_newest" ON "fault" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "fault_search" ON "fault" USING gin (search_text("subject") gin_trgm_ops,search_text("params"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "file_group_id_index" ON "file" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "file_name_index" ON "file" USING btree ("name");--> statement-breakpoint
CREATE INDEX "gpio_task_org_index" ON "gpio_task" USING btree ("org");--> statement-breakpoint
CREATE INDEX "gpio_task_fire_control_device_index" ON "gpio_task" USING btree ("fire_control_device");--> statement-breakpoint
CREATE INDEX "integration_org_index" ON "integration" USING btree ("org");--> statement-breakpoint
CREATE INDEX "integration_message_at_index" ON "integration_message" USING btree ("at");--> statement-breakpoint
CREATE INDEX "io_event_terminal_id_id_index" ON "io_event" USING btree ("terminal_id","id");--> statement-breakpoint
CREATE INDEX "io_event_at_index" ON "io_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "linkage_task_org_index" ON "linkage_task" USING btree ("org");--> statement-breakpoint
CREATE INDEX "linkage_task_group_member_linkage_task_id_index" ON "linkage_task_group_member" USING btree ("linkage_task_id");--> statement-breakpoint
CREATE INDEX "login_proof_account_id_index" ON "login_proof" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "login_session_account_id_index" ON "login_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "login_session_proof_id_index" ON "login_session" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX "media_group_kind_position_index" ON "media_group" USING btree ("kind","position");--> statement-breakpoint
CREATE INDEX "online_log_terminal_id_id_index" ON "online_log" USING btree ("terminal_id","id");--> statement-breakpoint
CREATE INDEX "online_log_login_at_id_index" ON "online_log" USING btree ("login_at","id");--> statement-breakpoint
CREATE INDEX "online_log_org_id_index" ON "online_log" USING btree ("org","id");--> statement-breakpoint
CREATE INDEX "online_log_online_role_id_index" ON "online_log" USING btree ("online_role","id");--> statement-breakpoint
CREATE INDEX "online_log_open" ON "online_log" USING btree ("id") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "online_log_search" ON "online_log" USING gin (search_text("code") gin_trgm_ops,search_text("name") gin_trgm_ops,search_text("peer_addr") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "online_log_connected" ON "online_log" USING btree ("terminal_id") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "partition_parent_id_index" ON "partition" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "preset_text_group_id_index" ON "preset_text" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "preset_text_name_index" ON "preset_text" USING btree ("name");--> statement-breakpoint
CREATE INDEX "quick_code_org_index" ON "quick_code" USING btree ("org");--> statement-breakpoint
CREATE INDEX "quick_code_name_index" ON "quick_code" USING btree ("name");--> statement-breakpoint
CREATE INDEX "quick_code_scheduled_task_index" ON "quick_code" USING btree ("scheduled_task");--> statement-breakpoint
CREATE INDEX "quick_code_station_index" ON "quick_code" USING btree ("station");--> statement-breakpoint
CREATE INDEX "quick_code_virtual_caster_index" ON "quick_code" USING btree ("virtual_caster");--> statement-breakpoint
CREATE INDEX "radio_group_id_index" ON "radio" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "radio_name_index" ON "radio" USING btree ("name");--> statement-breakpoint
CREATE INDEX "record_file_began_at_index" ON "record_file" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "record_file_alarm_id_index" ON "record_file" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "record_file_record_type_id_index" ON "record_file" USING btree ("record_type","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "record_file_caller_name_id_index" ON "record_file" USING btree ("caller_name","id");--> statement-breakpoint
CREATE INDEX "record_file_callee_name_id_index" ON "record_file" USING btree ("callee_name","id");--> statement-breakpoint
CREATE INDEX "record_file_orgs" ON "record_file" USING gin ("orgs");--> statement-breakpoint
CREATE INDEX "record_file_open" ON "record_file" USING btree ("id") WHERE duration_ms is null;--> statement-breakpoint
CREATE INDEX "record_file_search" ON "record_file" USING gin (search_text("name") gin_trgm_ops,search_text("caller_name") gin_trgm_ops,search_text("callee_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "scheduled_task_plan_id_index" ON "scheduled_task" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "signal_hour_hour_index" ON "signal_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "signal_last_csq_terminal_id_index" ON "signal_last" USING btree ("csq","terminal_id");--> statement-breakpoint
CREATE INDEX "signal_last_reported_at_terminal_id_index" ON "signal_last" USING btree ("reported_at","terminal_id");--> statement-breakpoint
CREATE INDEX "terminal_org_index" ON "terminal" USING btree ("org");--> statement-breakpoint
CREATE INDEX "terminal_kind_name_index" ON "terminal" USING btree ("kind","name");--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_call_number_index" ON "terminal" USING btree ("call_number") WHERE call_number <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_dialogue_code" ON "terminal" USING btree ((details ->> 'dialogue_code')) WHERE kind = 'dialogue' and details ->> 'dialogue_code' <> '';--> statement-breakpoint
CREATE INDEX "terminal_group_kind_name_index" ON "terminal_group" USING btree ("kind","name");--> statement-breakpoint
CREATE INDEX "terminal_group_member_terminal_id_index" ON "terminal_group_member" USING btree ("terminal_id");--> statement-breakpoint
CREATE INDEX "upgrade_open" ON "upgrade" USING btree ("id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "upgrade_ended_at_index" ON "upgrade" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrade_file_version" ON "upgrade_file" USING btree ("feature_code","version");--> statement-breakpoint
CREATE INDEX "upgrade_terminal_upgrade_wave_index" ON "upgrade_terminal" USING btree ("upgrade","wave");--> statement-breakpoint
CREATE INDEX "upgrade_terminal_org_index" ON "upgrade_terminal" USING btree ("org");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrade_terminal_open" ON "upgrade_terminal" USING btree ("terminal_id") WHERE status in ('waiting', 'updating', 'preparing_to_restart', 'restarting');--> statement-breakpoint
CREATE INDEX "virtual_caster_member_terminal_id_index" ON "virtual_caster_member" USING btree ("terminal_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_next_at_index" ON "webhook_delivery" USING btree ("next_at");--> statement-breakpoint
-- The audit log is append-only: nothing that the server runs can change or remove what was written, but for its retention:
-- the cleaning names itself, for its transaction alone.
CREATE FUNCTION "audit_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('tocsin.cleaning', true) = 'audit' THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "audit_append_only"();--> statement-breakpoint
-- A number that a station may dial means one thing: a quick number or an all-digit dialogue code of a terminal, the number of a
-- virtual caster, or a quick code. The keys of the tables cannot say that together.
CREATE FUNCTION "call_number_free"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  numbers text[];
  wanted text;
BEGIN
  IF TG_TABLE_NAME = 'terminal' THEN
    IF TG_OP = 'UPDATE' THEN
      IF NEW.call_number = OLD.call_number AND NEW.details = OLD.details THEN RETURN NEW; END IF;
    END IF;
    numbers := ARRAY[NEW.call_number];
    IF NEW.kind = 'dialogue' AND NEW.details ->> 'dialogue_code' ~ '^[0-9]+$' THEN
      numbers := numbers || (NEW.details ->> 'dialogue_code');
    END IF;
  ELSIF TG_TABLE_NAME = 'virtual_caster' THEN
    numbers := ARRAY[NEW.call_number];
  ELSE
    numbers := ARRAY[NEW.code];
  END IF;
  FOREACH wanted IN ARRAY numbers LOOP
    CONTINUE WHEN wanted = '';
    PERFORM pg_advisory_xact_lock(hashtextextended(wanted, 20031));
    IF (TG_TABLE_NAME = 'terminal' AND EXISTS (SELECT 1 FROM virtual_caster WHERE call_number = wanted))
      OR (TG_TABLE_NAME = 'virtual_caster' AND EXISTS (SELECT 1 FROM terminal WHERE call_number = wanted))
      OR (TG_TABLE_NAME <> 'quick_code' AND EXISTS (SELECT 1 FROM quick_code WHERE code = wanted))
      OR (TG_TABLE_NAME = 'quick_code' AND (
        EXISTS (SELECT 1 FROM virtual_caster WHERE call_number = wanted)
        OR EXISTS (SELECT 1 FROM terminal WHERE call_number <> '' AND call_number = wanted)
        OR EXISTS (SELECT 1 FROM terminal
          WHERE kind = 'dialogue' AND details ->> 'dialogue_code' <> '' AND details ->> 'dialogue_code' = wanted))) THEN
      RAISE unique_violation USING
        MESSAGE = 'the number is taken',
        DETAIL = format('Key (call_number)=(%s) already exists.', wanted);
    END IF;
  END LOOP;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "terminal_call_number" BEFORE INSERT OR UPDATE OF call_number, details ON "terminal"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();--> statement-breakpoint
CREATE TRIGGER "virtual_caster_call_number" BEFORE INSERT OR UPDATE OF call_number ON "virtual_caster"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();--> statement-breakpoint
CREATE TRIGGER "quick_code_call_number" BEFORE INSERT OR UPDATE OF code ON "quick_code"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();--> statement-breakpoint
-- Tables that decide over rights tell of their changes (server/auth/rightsWatch.ts): another process may have made them.
-- By row, so that a statement that finds nothing says nothing; PostgreSQL sends the same words once per transaction.
CREATE FUNCTION "rights_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tocsin_rights', TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "account_rights" AFTER UPDATE OR DELETE ON "account"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "role_rights" AFTER UPDATE OR DELETE ON "role"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "account_partition_rights" AFTER INSERT OR UPDATE OR DELETE ON "account_partition"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "login_session_rights" AFTER UPDATE OF expires_at OR DELETE ON "login_session"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "partition_rights" AFTER INSERT OR UPDATE OR DELETE ON "partition"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();
