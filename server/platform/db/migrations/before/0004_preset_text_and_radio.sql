CREATE TABLE "media_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
	"rev" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preset_text" ADD CONSTRAINT "preset_text_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio" ADD CONSTRAINT "radio_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_group_kind_position_index" ON "media_group" USING btree ("kind","position");--> statement-breakpoint
CREATE INDEX "preset_text_group_id_index" ON "preset_text" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "preset_text_name_index" ON "preset_text" USING btree ("name");--> statement-breakpoint
CREATE INDEX "radio_group_id_index" ON "radio" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "radio_name_index" ON "radio" USING btree ("name");