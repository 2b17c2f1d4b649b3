// Made by `npm run generate` from the folders of providers. Do not edit.
import type { ConnectorSpec } from '@switchboard/model';

/** Every connector as data, by name. */
export const CONNECTOR_SPECS: readonly ConnectorSpec[] = [
  {
    "name": "bigquery",
    "displayName": "Google BigQuery",
    "keyTypes": ["google_service_account"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"table","required":true,"type":"string","group":"rows","doc":"Table or view whose rows are read; with a dot, its schema before it."},
        {"name":"query","required":true,"type":"string","group":"rows","syntax":"template","doc":"SELECT statement whose rows are read, instead of table. {YYYY-MM-DD} and the like stand for the report date."},
        {"name":"date_column","required":false,"type":"string","doc":"Column by which only the rows of the report date are read: a date, or a time whose days begin at midnight in UTC."},
        {"name":"order_by","required":false,"type":"strings","single":true,"doc":"Columns that the rows are sorted by. Without them, the rows may come in another order each time."},
        {"name":"project","required":false,"type":"string","doc":"Project that runs the query; by default that of the service account."},
      ],
    },
    "destination": {
      "parameters": [
        {"name":"project","required":false,"type":"string","doc":"Project of the dataset; by default that of the service account."},
        {"name":"dataset","required":true,"type":"string","doc":"Dataset of the table. It must exist."},
        {"name":"table","required":true,"type":"string","doc":"Table that takes the rows."},
        {"name":"create","required":false,"type":"boolean","default":true,"doc":"Whether to create the table when it is missing."},
        {"name":"date_column","required":false,"type":"string","default":"report_date","doc":"Column that holds the report date; filled in by the upload when the rows have no such column. A table that is created is partitioned by it."},
      ],
      "modes": ["replace_date","truncate","append"],
      "modeDocs": {"replace_date":"The rows of the report date, identified by date_column, are replaced; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.","truncate":"All rows of the table are replaced. Readers see the old rows until the new ones are complete.","append":"The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides."},
      "shownAs": "bigquery · {dataset}.{table}",
    },
  },
  {
    "name": "file",
    "displayName": "Files in a folder",
    "keyTypes": [],
    "keyRequired": false,
    "source": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path below the folders that file sources may read. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder to search."},
      ],
      "listsFiles": true,
    },
    "destination": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path below the folder for file uploads. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name."},
        {"name":"format","required":false,"type":"string","allowed":["csv","parquet"],"doc":"csv or parquet; by default parquet when the path ends in .parquet, else csv."},
        {"name":"compression","required":false,"type":"string","allowed":["gzip","zstd","none"],"doc":"gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst."},
        {"name":"header","required":false,"type":"boolean","default":true,"doc":"Whether a CSV file begins with the names of the columns."},
        {"name":"delimiter","required":false,"type":"string","default":",","allowed":[",",";","\t","|"],"doc":"The delimiter between the values of a CSV file."},
      ],
      "modes": ["replace_date","truncate"],
      "modeDocs": {"replace_date":"The file of the report date is replaced as a whole; with a path that holds no date, all dates share one file, and the last delivered is in it.","truncate":"The file is replaced as a whole, for rows that belong to no date or to all of them."},
      "shownAs": "file · {path}",
    },
  },
  {
    "name": "ftp",
    "displayName": "FTP",
    "keyTypes": ["ftp"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path at the server, from the folder of the user unless it begins with a slash. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder to search."},
      ],
      "listsFiles": true,
    },
    "destination": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path at the server, from the folder of the user unless it begins with a slash. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name. Missing folders are made."},
        {"name":"format","required":false,"type":"string","allowed":["csv","parquet"],"doc":"csv or parquet; by default parquet when the path ends in .parquet, else csv."},
        {"name":"compression","required":false,"type":"string","allowed":["gzip","zstd","none"],"doc":"gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst."},
        {"name":"header","required":false,"type":"boolean","default":true,"doc":"Whether a CSV file begins with the names of the columns."},
        {"name":"delimiter","required":false,"type":"string","default":",","allowed":[",",";","\t","|"],"doc":"The delimiter between the values of a CSV file."},
      ],
      "modes": ["replace_date","truncate"],
      "modeDocs": {"replace_date":"The file of the report date is replaced as a whole; with a path that holds no date, all dates share one file, and the last delivered is in it.","truncate":"The file is replaced as a whole, for rows that belong to no date or to all of them."},
      "shownAs": "ftp · {path}",
    },
  },
  {
    "name": "gcs",
    "displayName": "Google Cloud Storage",
    "keyTypes": ["google_service_account"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Place of the objects: gs://bucket/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several objects. With pattern or regex, the folder to search."},
      ],
      "listsFiles": true,
    },
    "destination": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Place of the object: gs://bucket/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name."},
        {"name":"format","required":false,"type":"string","allowed":["csv","parquet"],"doc":"csv or parquet; by default parquet when the path ends in .parquet, else csv."},
        {"name":"compression","required":false,"type":"string","allowed":["gzip","zstd","none"],"doc":"gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst."},
        {"name":"header","required":false,"type":"boolean","default":true,"doc":"Whether a CSV file begins with the names of the columns."},
        {"name":"delimiter","required":false,"type":"string","default":",","allowed":[",",";","\t","|"],"doc":"The delimiter between the values of a CSV file."},
      ],
      "modes": ["replace_date","truncate"],
      "modeDocs": {"replace_date":"The object of the report date is replaced as a whole; with a path that holds no date, all dates share one object, and the last delivered is in it.","truncate":"The object is replaced as a whole, for rows that belong to no date or to all of them."},
      "shownAs": "gcs · {path}",
    },
  },
  {
    "name": "google_sheets",
    "displayName": "Google Sheets",
    "keyTypes": ["google_sheets","google_service_account"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"spreadsheet","required":true,"type":"string","doc":"Id of the spreadsheet, or its address in the browser."},
        {"name":"range","required":true,"type":"string","syntax":"template","doc":"Name of a sheet, or cells in A1 notation, such as Orders!A1:F. {YYYY-MM-DD} and the like stand for the report date."},
        {"name":"values","required":false,"type":"string","default":"unformatted","allowed":["unformatted","formatted"],"doc":"Whether numbers are read as they are, or as the sheet shows them. Dates and times are always read as shown."},
        {"name":"header_row","required":false,"type":"integer","default":1,"minimum":1,"maximum":1000,"doc":"Row of the range that holds the names of the columns; rows above it are left out. Columns without a name are, too."},
      ],
    },
  },
  {
    "name": "http",
    "displayName": "HTTP",
    "keyTypes": ["api_token","basic","sample_oauth","adbutler","adform","adroll","amazon_ads","apple_search_ads","applovin","criteo","exoclick","facebook_ads","google_adsense","ironsource","kevel","liftoff","mgid","microsoft_token","moloco","nativo","outbrain","propellerads","pubmatic","pubmatic_token","revcontent","rtb_house","snapchat_ads","sovrn","stackadapt","taboola","the_trade_desk","tiktok_ads","triplelift","unity_ads","vungle","admitad","affise","awin","cake","cj_affiliate","clickbank","digistore24","everflow","firstpromoter","impact","partnerize","partnerstack","rakuten","refersion","rewardful","skimlinks","sovrn_commerce","tapfiliate","tradedoubler","travelpayouts","tune","voluum","amplitude","baremetrics","chartmogul","fathom_analytics","fullstory","geckoboard","google_analytics","google_search_console","hotjar","klipfolio","looker","matomo","metabase","mixpanel","mode","northbeam","optimizely","pendo","piwik_pro","plausible","posthog","profitwell","segment","triple_whale","activecampaign","affinity","aircall","apollo","attio","calendly","callrail","calltrackingmetrics","capsule","close","copper","freshsales","gong","hubspot","insightly","instantly","keap","lemlist","pipedrive","reply_io","salesforce","salesloft","smartlead","ahrefs","alpha_vantage","apify","coingecko","coinmarketcap","crunchbase","currencylayer","dataforseo","eodhd","exchangerate_api","financial_modeling_prep","finnhub","fixer","fred","hunter","marketstack","massive","moz","nasdaq_data_link","neverbounce","newsapi","open_exchange_rates","openweather","people_data_labs","semrush","serpapi","similarweb","sistrix","tiingo","tomorrow_io","trading_economics","twelve_data","algolia","cloudflare","databricks","datadog","dbt_cloud","fastly","fivetran","github","gitlab","new_relic","pagerduty","adobe_commerce","amazon_selling_partner","bigcommerce","bol","cin7_core","commercetools","easypost","ecwid","etsy","gumroad","judge_me","lemon_squeezy","loop_returns","loyaltylion","mirakl","prestashop","printful","printify","recharge","shipbob","shippo","shipstation","shopify","squarespace","thrivecart","vtex","woocommerce","attentive","beehiiv","bird","braze","brevo","campaign_monitor","clevertap","clicksend","customer_io","dotdigital","drip","elastic_email","getresponse","infobip","iterable","kit","klaviyo","loops","mailchimp","mailerlite","mailgun","mailjet","moengage","moosend","omnisend","onesignal","plivo","postmark","postmark_account","postscript","resend","sendgrid","sparkpost","telnyx","twilio","vonage","adyen","avalara","braintree","brex","chargebee","checkout_com","e_conomic","fastspring","flutterwave","gocardless","klarna","maxio","mercado_pago","mercury","mollie","orb","paddle","paypal","paystack","pennylane","plaid","ramp","razorpay","recurly","square","stripe","sumup","taxjar","wise","xero","zuora","fortytwo_matters","adapty","adjust","airbridge","appfigures","appfollow","appsflyer","apptweak","branch","qonversion","revenuecat","sensor_tower","singular","ayrshare","bitly","eventbrite","ghost","meta_system_user","pinterest","rebrandly","spotify","sprout_social","transistor","twitch","vimeo","webflow","wistia","wordpress","x","youtube","delighted","dixa","freshdesk","freshservice","front","gorgias","help_scout","intercom","jotform","kustomer","qualtrics","surveymonkey","tally","typeform","zendesk","airtable","asana","clickup","clockify","coda","google_sheets","harvest","jira","linear","monday","notion","slack_bot","smartsheet","toggl","trello","wrike"],
    "keyRequired": false,
    "source": {
      "parameters": [
        {"name":"url","required":true,"type":"string","syntax":"template","doc":"Address of the report. {YYYY-MM-DD} and the like stand for the report date, {file} for each of files."},
        {"name":"method","required":false,"type":"string","allowed":["GET","POST"],"doc":"GET, or POST; POST by default with async."},
        {"name":"headers","required":false,"type":"object","doc":"Further request headers. Secrets belong in a key."},
        {"name":"query","required":false,"type":"object","doc":"Query parameters added to the url; values may hold {YYYY-MM-DD}."},
        {"name":"body","required":false,"type":"object","doc":"Sent as JSON with POST; strings in it may hold {YYYY-MM-DD}."},
        {"name":"files","required":false,"type":"strings","single":true,"doc":"Names to fetch one after the other; each replaces {file} in the url."},
        {"name":"filename","required":false,"type":"string","doc":"Name of the file, instead of the one the provider gives."},
        {"name":"not_found","required":false,"type":"string","default":"fail","allowed":["fail","retry"],"doc":"What a 404 means: \"fail\", the url is wrong; \"retry\", the report is late and is requested again."},
        {"name":"async","required":false,"type":"boolean","default":false,"doc":"The provider makes reports on request: url orders one, status_url is polled until it is ready."},
        {"name":"status_url","required":false,"type":"string","doc":"With async: address of the report’s state; {report_id} is filled in. The key is sent only to the origin of url."},
        {"name":"download_url","required":false,"type":"string","doc":"With async: address of the finished report; {report_id} is filled in. Without it, the address in the answer’s url_field."},
        {"name":"id_field","required":false,"type":"string","default":"report_id","doc":"With async: field of the answer that holds the report’s id."},
        {"name":"status_field","required":false,"type":"string","default":"status","doc":"With async: field of the answer that holds the state."},
        {"name":"url_field","required":false,"type":"string","default":"url","doc":"With async: field of the answer that holds the file’s address."},
        {"name":"ready_values","required":false,"type":"strings","single":true,"default":["ready","done","complete","completed","success","succeeded","finished"],"doc":"With async: states that mean the report is ready."},
        {"name":"failed_values","required":false,"type":"strings","single":true,"default":["failed","failure","error","cancelled","canceled","expired"],"doc":"With async: states that mean it failed."},
        {"name":"check_after_seconds","required":false,"type":"integer","default":30,"minimum":1,"maximum":3600,"doc":"With async: seconds between two requests to status_url, unless the provider asks for another pause."},
        {"name":"give_up_minutes","required":false,"type":"integer","default":720,"minimum":1,"maximum":10080,"doc":"With async: minutes after which a report that is still not ready counts as failed."},
      ],
    },
  },
  {
    "name": "mysql",
    "displayName": "MySQL",
    "keyTypes": ["sql"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"table","required":true,"type":"string","group":"rows","doc":"Table or view whose rows are read; with a dot, its schema before it."},
        {"name":"query","required":true,"type":"string","group":"rows","syntax":"template","doc":"SELECT statement whose rows are read, instead of table. {YYYY-MM-DD} and the like stand for the report date."},
        {"name":"date_column","required":false,"type":"string","doc":"Column by which only the rows of the report date are read: a date, or a time whose days begin at midnight in UTC."},
        {"name":"order_by","required":false,"type":"strings","single":true,"doc":"Columns that the rows are sorted by. Without them, the rows may come in another order each time."},
      ],
    },
  },
  {
    "name": "postgres",
    "displayName": "PostgreSQL",
    "keyTypes": ["sql"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"table","required":true,"type":"string","group":"rows","doc":"Table or view whose rows are read; with a dot, its schema before it."},
        {"name":"query","required":true,"type":"string","group":"rows","syntax":"template","doc":"SELECT statement whose rows are read, instead of table. {YYYY-MM-DD} and the like stand for the report date."},
        {"name":"date_column","required":false,"type":"string","doc":"Column by which only the rows of the report date are read: a date, or a time whose days begin at midnight in UTC."},
        {"name":"order_by","required":false,"type":"strings","single":true,"doc":"Columns that the rows are sorted by. Without them, the rows may come in another order each time."},
      ],
    },
    "destination": {
      "parameters": [
        {"name":"schema","required":false,"type":"string","default":"public","doc":"Schema of the table."},
        {"name":"table","required":true,"type":"string","doc":"Table that takes the rows."},
        {"name":"create","required":false,"type":"boolean","default":true,"doc":"Whether to create the schema and the table when they are missing."},
        {"name":"date_column","required":false,"type":"string","default":"report_date","doc":"Column that holds the report date; filled in by the upload when the rows have no such column."},
      ],
      "modes": ["replace_date","truncate","append","upsert"],
      "modeDocs": {"replace_date":"The rows of the report date, identified by date_column, are replaced; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.","truncate":"All rows of the table are replaced. Readers see the old rows until the new ones are complete.","append":"The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides.","upsert":"Rows whose key_columns are there already are overwritten, the others added. A key that is empty or occurs twice in one result is an error that names it."},
      "shownAs": "postgres · {schema}.{table}",
    },
  },
  {
    "name": "s3",
    "displayName": "Amazon S3",
    "keyTypes": ["aws"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Place of the objects: s3://bucket/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several objects. With pattern or regex, the folder to search."},
      ],
      "listsFiles": true,
    },
    "destination": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Place of the object: s3://bucket/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name."},
        {"name":"format","required":false,"type":"string","allowed":["csv","parquet"],"doc":"csv or parquet; by default parquet when the path ends in .parquet, else csv."},
        {"name":"compression","required":false,"type":"string","allowed":["gzip","zstd","none"],"doc":"gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst."},
        {"name":"header","required":false,"type":"boolean","default":true,"doc":"Whether a CSV file begins with the names of the columns."},
        {"name":"delimiter","required":false,"type":"string","default":",","allowed":[",",";","\t","|"],"doc":"The delimiter between the values of a CSV file."},
      ],
      "modes": ["replace_date","truncate"],
      "modeDocs": {"replace_date":"The object of the report date is replaced as a whole; with a path that holds no date, all dates share one object, and the last delivered is in it.","truncate":"The object is replaced as a whole, for rows that belong to no date or to all of them."},
      "shownAs": "s3 · {path}",
    },
  },
  {
    "name": "sftp",
    "displayName": "SFTP",
    "keyTypes": ["sftp"],
    "keyRequired": true,
    "source": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path at the server, from the folder of the user unless it begins with a slash. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder to search."},
      ],
      "listsFiles": true,
    },
    "destination": {
      "parameters": [
        {"name":"path","required":true,"type":"string","syntax":"template","doc":"Path at the server, from the folder of the user unless it begins with a slash. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name. Missing folders are made."},
        {"name":"format","required":false,"type":"string","allowed":["csv","parquet"],"doc":"csv or parquet; by default parquet when the path ends in .parquet, else csv."},
        {"name":"compression","required":false,"type":"string","allowed":["gzip","zstd","none"],"doc":"gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst."},
        {"name":"header","required":false,"type":"boolean","default":true,"doc":"Whether a CSV file begins with the names of the columns."},
        {"name":"delimiter","required":false,"type":"string","default":",","allowed":[",",";","\t","|"],"doc":"The delimiter between the values of a CSV file."},
      ],
      "modes": ["replace_date","truncate"],
      "modeDocs": {"replace_date":"The file of the report date is replaced as a whole; with a path that holds no date, all dates share one file, and the last delivered is in it.","truncate":"The file is replaced as a whole, for rows that belong to no date or to all of them."},
      "shownAs": "sftp · {path}",
    },
  },
];
