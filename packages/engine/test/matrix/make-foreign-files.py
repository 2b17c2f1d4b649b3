"""Makes foreign-files.json: report files written by programs that share nothing with the engine.

Run with Python 3 and the programs bzip2, zip and zstd on the path: python3 make-foreign-files.py
The tests read the result from the repository, so that they need none of these.
"""

import base64
import bz2
import csv
import gzip
import io
import json
import os
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile

COLUMNS = ['id', 'name', 'clicks', 'revenue', 'day', 'active', 'seen']


def rows(last):
    """What every file holds: nine records, three of them dirty, another one only for the strict reading."""
    with open(os.path.join(os.path.dirname(__file__), 'report-rows.json'), encoding='utf-8') as file:
        first = json.load(file)
    return [*first, [9, last, 9007199254740993, 1234567.89, '2025-12-31', True, '2025-06-30 12:00:00']]


def text_of(value):
    if value is None:
        return ''
    return str(value).lower() if isinstance(value, bool) else str(value)


def delimited(records, delimiter):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator='\n')
    writer.writerow(COLUMNS)
    writer.writerows([[text_of(value) for value in record] for record in records])
    return out.getvalue()


def documents(records):
    return [{key: value for key, value in zip(COLUMNS, record) if value is not None} for record in records]


def xml(records, encoding):
    root = ElementTree.Element('report', {'made': '2025-01-03'})
    for record in records:
        element = ElementTree.SubElement(root, 'row')
        for key, value in zip(COLUMNS, record):
            if value is None:
                continue
            if key in ('id', 'day'):
                element.set(key, text_of(value))
            else:
                ElementTree.SubElement(element, key).text = text_of(value)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding=encoding, xml_declaration=True)


TEXTS = {
    'csv': lambda records: delimited(records, ','),
    'tsv': lambda records: delimited(records, '\t'),
    'psv': lambda records: delimited(records, '|'),
    'json': lambda records: json.dumps(documents(records), ensure_ascii=False, indent=1),
    'jsonl': lambda records: ''.join(json.dumps(one, ensure_ascii=False) + '\n' for one in documents(records)),
}

# By name: Python's codec, whether a mark is added, and the last row's name, which needs what the encoding has.
ENCODINGS = {
    'utf-8': ('utf-8', b'', 'last 🎉 ἄλφα'),
    'utf-8-bom': ('utf-8', b'\xef\xbb\xbf', 'last 🎉 ἄλφα'),
    'utf-16le-bom': ('utf-16-le', b'\xff\xfe', 'last 🎉 ἄλφα'),
    'utf-16be-bom': ('utf-16-be', b'\xfe\xff', 'last 🎉 ἄλφα'),
    'utf-16le': ('utf-16-le', b'', 'last 🎉 ἄλφα'),
    'utf-16be': ('utf-16-be', b'', 'last 🎉 ἄλφα'),
    'latin-1': ('latin-1', b'', 'last £ ÿ'),
    'windows-1252': ('cp1252', b'', 'last € Ž'),
}

XML_NAMES = {'latin-1': 'iso-8859-1', 'windows-1252': 'windows-1252', 'utf-8': 'utf-8'}


def program(*command):
    return lambda data, name: subprocess.run(command, input=data, capture_output=True, check=True).stdout


def python_zip(data, name):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, (2025, 1, 3, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def program_zip(data, name):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(data)
        return subprocess.run(['zip', '-q', '-X', '-', name], cwd=folder, capture_output=True, check=True).stdout


PACKERS = {
    '': lambda data, name: data,
    '.gz': lambda data, name: gzip.compress(data, mtime=0),
    '.bz2': lambda data, name: bz2.compress(data),
    '.zip': python_zip,
}
# Other programs for the same, where there are two.
PROGRAMS = {
    '.gz': program('gzip', '-c'),
    '.bz2': program('bzip2', '-c'),
    '.zst': program('zstd', '-c', '-q', '--check'),
    '.zip': program_zip,
}


def archive(members, flag=None, mode=None):
    """A zip archive of (name, data) pairs; `flag` sets bits of the headers, `mode` the file type of the first."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as packed:
        for index, (name, data) in enumerate(members):
            info = zipfile.ZipInfo(name, (2025, 1, 3, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (mode if mode and index == 0 else 0o100644) << 16
            packed.writestr(info, data, zipfile.ZIP_DEFLATED)
    data = bytearray(out.getvalue())
    if flag:
        for signature, offset in ((b'PK\x03\x04', 6), (b'PK\x01\x02', 8)):
            at = data.find(signature)
            while at >= 0:
                data[at + offset] |= flag
                at = data.find(signature, at + 4)
    return bytes(data)


def packers_for(encoding, extension):
    """CSV is packed in every encoding, the others in three of them: the two have little to do with each other."""
    in_full = extension == 'csv' or encoding in ('utf-8', 'utf-16le-bom', 'windows-1252')
    return [(suffix, pack) for suffix, pack in PACKERS.items() if in_full or suffix == '']


SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'


def workbook(sheet, strings=None, properties='', styles=''):
    """A workbook of one sheet as bytes, its parts written by hand; `sheet` is what stands in sheetData."""
    parts = {
        '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        'xl/workbook.xml': f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{RELATIONS}">{properties}'
        '<sheets><sheet name="Data" sheetId="1" r:id="rId7"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId7" Type="worksheet" Target="worksheets/first.xml"/></Relationships>',
        'xl/worksheets/first.xml': f'<worksheet xmlns="{SPREADSHEET}"><sheetData>{sheet}</sheetData></worksheet>',
        'xl/styles.xml': f'<styleSheet xmlns="{SPREADSHEET}">{styles}</styleSheet>',
    }
    if strings:
        parts['xl/sharedStrings.xml'] = f'<sst xmlns="{SPREADSHEET}">{strings}</sst>'
    return archive([(name, ('<?xml version="1.0" encoding="UTF-8"?>' + text).encode()) for name, text in parts.items()])


def inline(text):
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def workbooks():
    header = '<row>' + ''.join(inline(name) for name in COLUMNS) + '</row>'
    # Cells and rows without references; a day and a time in the system that counts from 1904, by built-in formats.
    styles = '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>'
    plain = (
        header
        + '<row><c><v>1</v></c>' + inline('Zoë') + '<c><v>10</v></c><c><v>1.5</v></c><c s="1"><v>44197</v></c><c t="b"><v>1</v></c>'
        '<c s="2"><v>44197.127835648148</v></c></row>'
        + '<row><c><v>6</v></c>' + inline('no integer') + '<c><v>12.7</v></c></row>'
    )
    # Shared texts: in runs, with readings that are no part of them, with an escaped character; rows left out; an error.
    strings = (
        ''.join(f'<si><t>{name}</t></si>' for name in COLUMNS)
        + '<si><r><t>run one </t></r><r><t xml:space="preserve">and two</t></r></si>'
        + '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'
        + '<si><t>line_x000D_end</t></si>'
    )
    shared = (
        '<row r="3">' + ''.join(f'<c r="{"ABCDEFG"[at]}3" t="s"><v>{at}</v></c>' for at in range(7)) + '</row>'
        '<row r="5"><c r="A5"><v>1</v></c><c r="B5" t="s"><v>7</v></c></row>'
        '<row r="6"><c r="A6"><v>2</v></c><c r="B6" t="s"><v>8</v></c><c r="C6" t="str"><f>A6*2</f><v>4</v></c></row>'
        '<row r="9"><c r="A9"><v>3</v></c><c r="B9" t="s"><v>9</v></c><c r="C9" t="e"><v>#DIV/0!</v></c></row>'
        '<row r="10"><c r="A10"><v>4</v></c><c r="G10"/></row>'
    )
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    bomb = workbook(header)
    return {
        'workbook.by-hand.xlsx': workbook(plain, properties='<workbookPr date1904="1"/>', styles=styles),
        'workbook.shared.xlsx': workbook(shared, strings),
        'workbook.entities.xlsx': archive(
            [
                (name, data.replace(b'?><worksheet', b'?>' + entities.encode() + b'<worksheet'))
                for name, data in members_of(bomb)
            ]
        ),
        'workbook.no-sheet.xlsx': archive([one for one in members_of(bomb) if 'worksheets' not in one[0]]),
        'workbook.broken-xml.xlsx': workbook(header + '<row><c></row>'),
        'workbook.wrong-rows.xlsx': workbook('<row r="2"/><row r="1"/>'),
    }


def members_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return [(name, packed.read(name)) for name in packed.namelist()]


def main():
    files = {}
    files.update(workbooks())
    for encoding, (codec, mark, last) in ENCODINGS.items():
        for extension, write in TEXTS.items():
            data = mark + write(rows(last)).encode(codec)
            name = f'ads.{encoding}.{extension}'
            for suffix, pack in packers_for(encoding, extension):
                files[name + suffix] = pack(data, f'in.{name}')
            if encoding in ('utf-8', 'windows-1252'):
                name = f'program.{encoding}.{extension}'
                for suffix, pack in PROGRAMS.items():
                    files[name + suffix] = pack(data, f'in.{name}')
        declared = XML_NAMES.get(encoding)
        data = xml(rows(last), declared) if declared else mark + xml(rows(last), 'unicode').encode(codec)
        name = f'ads.{encoding}.xml'
        for suffix, pack in packers_for(encoding, 'xml'):
            files[name + suffix] = pack(data, f'in.{name}')

    plain = TEXTS['csv'](rows('last £ ÿ')).encode()
    note = b'This archive holds the report of a day.'
    files['archive.several.zip'] = archive([('2025/ads-1.csv', plain), ('README.txt', note), ('2025/ads-2.csv', plain)])
    files['archive.formats.zip'] = archive([('ads.csv', plain), ('ads.jsonl', TEXTS['jsonl'](rows('last £ ÿ')).encode())])
    files['archive.packed-members.zip'] = archive([('a.csv.gz', gzip.compress(plain, mtime=0)), ('b.csv.bz2', bz2.compress(plain))])
    files['archive.systems.zip'] = archive([('__MACOSX/._ads.csv', note), ('.hidden.csv', note), ('ads.csv', plain)])
    files['archive.slip.zip'] = archive([('../../ads.csv', plain)])
    files['archive.link.zip'] = archive([('link.csv', b'../../etc/passwd'), ('ads.csv', plain)], mode=0o120777)
    files['archive.encrypted.zip'] = archive([('ads.csv', plain)], flag=1)
    files['archive.nested.zip'] = archive([('inner.zip', archive([('ads.csv', plain)]))])
    files['archive.empty.zip'] = archive([])
    files['bomb.csv.bz2'] = bz2.compress(b'0' * (80 << 20))
    with open(os.path.join(os.path.dirname(__file__), 'foreign-files.json'), 'w') as out:
        json.dump({name: base64.b64encode(data).decode() for name, data in files.items()}, out, indent=2)
        out.write('\n')
    print(f'{len(files)} files')


main()
