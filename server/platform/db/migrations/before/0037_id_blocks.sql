CREATE TABLE "id_block" (
	"token" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"taken_at" timestamptz DEFAULT now() NOT NULL
);
