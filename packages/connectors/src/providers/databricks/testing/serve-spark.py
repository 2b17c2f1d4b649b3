"""Runs statements in Apache Spark, one a line of JSON on the standard input, and answers each with a line: rows of texts, or an error.

Needs the package pyspark 4 and a Java 17. Databricks SQL converts and stores values as Spark SQL does.
Usage: serve-spark.py FOLDER
"""

import json
import os
import sys

folder = sys.argv[1]
os.chdir(folder)
# Spark writes to the standard output; answers have it for themselves.
answers = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)

from pyspark.sql import SparkSession  # noqa: E402

session = (
    SparkSession.builder.master('local[1]')
    .config('spark.ui.enabled', 'false')
    .config('spark.driver.host', '127.0.0.1')
    .config('spark.driver.bindAddress', '127.0.0.1')
    .config('spark.sql.session.timeZone', 'UTC')
    .config('spark.sql.ansi.enabled', 'true')
    .config('spark.sql.shuffle.partitions', '1')
    .config('spark.sql.warehouse.dir', os.path.join(folder, 'warehouse'))
    .getOrCreate()
)
session.sparkContext.setLogLevel('OFF')

for line in sys.stdin:
    try:
        rows = [[None if value is None else str(value) for value in row] for row in session.sql(json.loads(line)).collect()]
        answer = {'rows': rows}
    except Exception as error:  # noqa: BLE001
        answer = {'error': str(error)[:500]}
    answers.write(json.dumps(answer) + '\n')
    answers.flush()
session.stop()
