CREATE TABLE "relay" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "relay_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"org" integer,
	"public_key" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"peer_addr" text DEFAULT '' NOT NULL,
	"seen_at" timestamptz,
	"withdrawn_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "relay_public_key_unique" UNIQUE("public_key")
);
--> statement-breakpoint
ALTER TABLE "relay" ADD CONSTRAINT "relay_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;