ALTER TABLE "file" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "file_group" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "media_group" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "preset_text" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "radio" ADD COLUMN "org" integer;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_group" ADD CONSTRAINT "file_group_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_group" ADD CONSTRAINT "media_group_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preset_text" ADD CONSTRAINT "preset_text_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio" ADD CONSTRAINT "radio_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;