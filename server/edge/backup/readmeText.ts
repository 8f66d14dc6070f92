/** README of every archive, for people who open it without Tocsin. */
export const readmeText = `Backup of a Tocsin site. To restore it: npm run restore -- FILE

Without the product:
  manifest.json          the moment, the number of rows of every table, size and SHA-256 of every file
  database/schema.sql    makes the tables in an empty PostgreSQL
  database/T.0001.csv.gz rows of the table T (gzip, CSV in UTF-8 with a header line, times in UTC); an empty field without
                         quotes is NULL. psql: \\copy T (columns of the header) from program 'zcat FILE' with (format csv, header)
  files/media            uploads as they came (file/ID/original; names are in database/file.*) and what is played of them
  files/recordings       recordings, Ogg Opus
  files/site             logo and backgrounds, PNG
  files/upgrades         upgrade packages of terminals
  files/downloads        what the download page offers
  files/plans            pictures of site plans
  files/tls              certificate and private key, only if keys were asked for
  files/keys             key of the encrypted secrets of integrations, only if keys were asked for

It holds what the server holds: hashes of passwords and of terminals' secrets, encrypted secrets of integrations,
recordings of voices. Keep it as safe as the server.
`;
