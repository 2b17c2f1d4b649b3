-- Declarations of downloads and uploads are named alike.

alter table source rename to download_declaration;
alter index source_due rename to download_declaration_due;
alter index source_probe rename to download_declaration_probe;
alter index source_key rename to download_declaration_key;
alter table download_declaration rename constraint source_pkey to download_declaration_pkey;
