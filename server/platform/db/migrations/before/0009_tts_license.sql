CREATE TABLE "tts_license" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"licenses" smallint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tts_license" ADD CONSTRAINT "tts_license_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;