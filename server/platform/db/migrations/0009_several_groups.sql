CREATE TABLE "file_group_member" (
	"group_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "file_group_member_group_id_item_id_pk" PRIMARY KEY("group_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "radio_group_member" (
	"group_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "radio_group_member_group_id_item_id_pk" PRIMARY KEY("group_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "preset_text_group_member" (
	"group_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "preset_text_group_member_group_id_item_id_pk" PRIMARY KEY("group_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "file" DROP CONSTRAINT "file_group_id_file_group_id_fk";
--> statement-breakpoint
ALTER TABLE "radio" DROP CONSTRAINT "radio_group_id_media_group_id_fk";
--> statement-breakpoint
ALTER TABLE "preset_text" DROP CONSTRAINT "preset_text_group_id_media_group_id_fk";
--> statement-breakpoint
DROP INDEX "file_group_id_index";--> statement-breakpoint
DROP INDEX "radio_group_id_index";--> statement-breakpoint
DROP INDEX "preset_text_group_id_index";--> statement-breakpoint
ALTER TABLE "file_group_member" ADD CONSTRAINT "file_group_member_group_id_file_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."file_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_group_member" ADD CONSTRAINT "file_group_member_item_id_file_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio_group_member" ADD CONSTRAINT "radio_group_member_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio_group_member" ADD CONSTRAINT "radio_group_member_item_id_radio_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."radio"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preset_text_group_member" ADD CONSTRAINT "preset_text_group_member_group_id_media_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."media_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preset_text_group_member" ADD CONSTRAINT "preset_text_group_member_item_id_preset_text_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."preset_text"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_group_member_item_id_index" ON "file_group_member" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "radio_group_member_item_id_index" ON "radio_group_member" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "preset_text_group_member_item_id_index" ON "preset_text_group_member" USING btree ("item_id");--> statement-breakpoint
-- Each item stays in its group, at its place.
INSERT INTO "file_group_member" ("group_id", "item_id", "position") SELECT "group_id", "id", "position" FROM "file" WHERE "group_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "radio_group_member" ("group_id", "item_id", "position") SELECT "group_id", "id", "position" FROM "radio" WHERE "group_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "preset_text_group_member" ("group_id", "item_id", "position") SELECT "group_id", "id", "position" FROM "preset_text" WHERE "group_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "file" DROP COLUMN "group_id";--> statement-breakpoint
ALTER TABLE "radio" DROP COLUMN "group_id";--> statement-breakpoint
ALTER TABLE "preset_text" DROP COLUMN "group_id";