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
);
--> statement-breakpoint
CREATE TABLE "account_partition" (
	"account_id" integer NOT NULL,
	"partition_id" integer NOT NULL,
	CONSTRAINT "account_partition_account_id_partition_id_pk" PRIMARY KEY("account_id","partition_id")
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "broadcast_target" (
	"broadcast_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	"first_sound_at" bigint,
	"played_ms" bigint DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"late" integer DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "broadcast_target_broadcast_id_terminal_id_pk" PRIMARY KEY("broadcast_id","terminal_id")
);
--> statement-breakpoint
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
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"client_ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"last_seen_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "login_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "partition" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"code" text NOT NULL,
	"password_hash" text,
	"parent_id" integer,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "partition_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "preference" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preference_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"builtin" boolean DEFAULT false NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "role_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
	CONSTRAINT "terminal_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_partition" ADD CONSTRAINT "account_partition_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_partition" ADD CONSTRAINT "account_partition_partition_id_partition_id_fk" FOREIGN KEY ("partition_id") REFERENCES "public"."partition"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_started_by_account_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD CONSTRAINT "broadcast_target_broadcast_id_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcast"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD CONSTRAINT "broadcast_target_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault" ADD CONSTRAINT "fault_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault" ADD CONSTRAINT "fault_acknowledged_by_account_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_group_id_file_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."file_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_uploaded_by_account_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partition" ADD CONSTRAINT "partition_parent_id_partition_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entity_entity_id_index" ON "audit" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "broadcast_state_index" ON "broadcast" USING btree ("state");--> statement-breakpoint
CREATE INDEX "broadcast_started_at_index" ON "broadcast" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "broadcast_target_terminal_id_index" ON "broadcast_target" USING btree ("terminal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fault_open" ON "fault" USING btree ("kind","subject") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "fault_opened_at_index" ON "fault" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "file_group_id_index" ON "file" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "file_name_index" ON "file" USING btree ("name");--> statement-breakpoint
CREATE INDEX "login_session_account_id_index" ON "login_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "partition_parent_id_index" ON "partition" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "terminal_org_index" ON "terminal" USING btree ("org");--> statement-breakpoint
CREATE INDEX "terminal_role_name_index" ON "terminal" USING btree ("role","name");--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_call_number_index" ON "terminal" USING btree ("call_number") WHERE call_number <> '';