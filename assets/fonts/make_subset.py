#!/usr/bin/env python3
"""Makes FenghuoMap.otf, the font of drawn maps, from Noto Sans CJK (Simplified Chinese, regular).

    pip install fonttools
    python3 make_subset.py NotoSansCJK-Regular.ttc FenghuoMap.otf

It keeps Latin with the tone marks of pinyin, punctuation, and the 6,763 characters of GB 2312; characters outside it that
scenarios use go into EXTRA. A test of `answers::map` holds that each scenario's names can be drawn.
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTCollection

EXTRA = ""


def gb2312():
    """The characters of GB 2312, rows 16 to 87."""
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                yield bytes([row, cell]).decode("gb2312")
            except UnicodeDecodeError:
                pass  # the end of row 55 is empty


def main(source, target):
    font = next(f for f in TTCollection(source).fonts if f["name"].getDebugName(1) == "Noto Sans CJK SC")
    wanted = set(gb2312()) | set(EXTRA)
    wanted |= {chr(c) for c in range(0x20, 0x7F)} | {chr(c) for c in range(0xA0, 0x180)}
    wanted |= set("ǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜ–—‘’“”…·×°′″→←↑↓、。〈〉《》「」『』【】〔〕（）！，：；？～")

    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(sorted(wanted)))
    subsetter.subset(font)

    # A modified version does not carry the name of the original (Open Font License, condition 3).
    names = {1: "Fenghuo Map", 2: "Regular", 3: "FenghuoMap-Regular", 4: "Fenghuo Map", 6: "FenghuoMap-Regular"}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID)
    cff = font["CFF "].cff
    cff.fontNames = [names[6]]
    for field in ("FullName", "FamilyName"):
        setattr(cff.topDictIndex[0], field, names[1])
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
