//! Names in one Unicode form, to find players whose names only look the same.
//!
//! Letters with accents of the Latin, Greek and Cyrillic alphabets, kana and Hangul are taken apart, as in the form NFD.
//! These are what keyboards and file systems disagree about. The crate `unicode-normalization` knows all of Unicode, and
//! made the program 216 KB larger, by a tenth.

/// A name with its accents behind their letters.
pub fn decomposed(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(|mut sign| {
        let mut from_last = Vec::new();
        while let Some((first, last)) = letter_and_accent(sign).or_else(|| syllable(sign)) {
            from_last.push(last);
            sign = first;
        }
        from_last.push(sign);
        from_last.into_iter().rev()
    })
}

/// The parts of a letter with an accent.
fn letter_and_accent(sign: char) -> Option<(char, char)> {
    ACCENTS.iter().filter(|_| !sign.is_ascii()).find_map(|(accent, pairs)| {
        let at = pairs.chars().step_by(2).position(|whole| whole == sign)?;
        Some((pairs.chars().nth(2 * at + 1)?, *accent))
    })
}

/// The parts of a Hangul syllable: a syllable and its last consonant, or a consonant and a vowel.
fn syllable(sign: char) -> Option<(char, char)> {
    const VOWELS: u32 = 21;
    const LAST: u32 = 28;
    let at = u32::from(sign).checked_sub(0xac00).filter(|at| *at < 19 * VOWELS * LAST)?;
    let (first, second) = match at % LAST {
        0 => (0x1100 + at / (VOWELS * LAST), 0x1161 + at / LAST % VOWELS),
        last => (0xac00 + at - last, 0x11a7 + last),
    };
    Some((char::from_u32(first)?, char::from_u32(second)?))
}

/// Accents, each with pairs of a letter that has it and the letter without it.
#[rustfmt::skip]
const ACCENTS: [(char, &str); 27] = [
    ('\u{300}', "ÀAÈEÌIÒOÙUàaèeìiòoùuǛÜǜüǸNǹnЀЕЍИѐеѝиḔĒḕēṐŌṑōẀWẁwẦÂầâẰĂằăỀÊềêỒÔồôỜƠờơỪƯừưỲYỳy"),
    ('\u{301}', "ÁAÉEÍIÓOÚUÝYáaéeíióoúuýyĆCćcĹLĺlŃNńnŔRŕrŚSśsŹZźzǗÜǘüǴGǵgǺÅǻåǼÆǽæǾØǿø΅¨ΆΑΈΕΉΗΊΙΌΟΎΥΏΩΐϊάαέεήηίιΰϋόούυώωϓϒЃГЌКѓгќкḈÇḉçḖĒḗēḮÏḯïḰKḱkḾMḿmṌÕṍõṒŌṓōṔPṕpṸŨṹũẂWẃwẤÂấâẮĂắăẾÊếêỐÔốôỚƠớơỨƯứư"),
    ('\u{302}', "ÂAÊEÎIÔOÛUâaêeîiôoûuĈCĉcĜGĝgĤHĥhĴJĵjŜSŝsŴWŵwŶYŷyẐZẑzẬẠậạỆẸệẹỘỌộọ"),
    ('\u{303}', "ÃAÑNÕOãañnõoĨIĩiŨUũuṼVṽvẪÂẫâẴĂẵăẼEẽeỄÊễêỖÔỗôỠƠỡơỮƯữưỸYỹy"),
    ('\u{304}', "ĀAāaĒEēeĪIīiŌOōoŪUūuǕÜǖüǞÄǟäǠȦǡȧǢÆǣæǬǪǭǫȪÖȫöȬÕȭõȰȮȱȯȲYȳyӢИӣиӮУӯуḠGḡgḸḶḹḷṜṚṝṛ"),
    ('\u{306}', "ĂAăaĔEĕeĞGğgĬIĭiŎOŏoŬUŭuЎУЙИйиўуӁЖӂжӐАӑаӖЕӗеḜȨḝȩẶẠặạ"),
    ('\u{307}', "ĊCċcĖEėeĠGġgİIŻZżzȦAȧaȮOȯoḂBḃbḊDḋdḞFḟfḢHḣhṀMṁmṄNṅnṖPṗpṘRṙrṠSṡsṤŚṥśṦŠṧšṨṢṩṣṪTṫtẆWẇwẊXẋxẎYẏyẛſ"),
    ('\u{308}', "ÄAËEÏIÖOÜUäaëeïiöoüuÿyŸYΪΙΫΥϊιϋυϔϒЁЕЇІёеїіӒАӓаӚӘӛәӜЖӝжӞЗӟзӤИӥиӦОӧоӪӨӫөӬЭӭэӰУӱуӴЧӵчӸЫӹыḦHḧhṎÕṏõṺŪṻūẄWẅwẌXẍxẗt"),
    ('\u{309}', "ẢAảaẨÂẩâẲĂẳăẺEẻeỂÊểêỈIỉiỎOỏoỔÔổôỞƠởơỦUủuỬƯửưỶYỷy"),
    ('\u{30a}', "ÅAåaŮUůuẘwẙy"),
    ('\u{30b}', "ŐOőoŰUűuӲУӳу"),
    ('\u{30c}', "ČCčcĎDďdĚEěeĽLľlŇNňnŘRřrŠSšsŤTťtŽZžzǍAǎaǏIǐiǑOǒoǓUǔuǙÜǚüǦGǧgǨKǩkǮƷǯʒǰjȞHȟh"),
    ('\u{30f}', "ȀAȁaȄEȅeȈIȉiȌOȍoȐRȑrȔUȕuѶѴѷѵ"),
    ('\u{311}', "ȂAȃaȆEȇeȊIȋiȎOȏoȒRȓrȖUȗu"),
    ('\u{31b}', "ƠOơoƯUưu"),
    ('\u{323}', "ḄBḅbḌDḍdḤHḥhḲKḳkḶLḷlṂMṃmṆNṇnṚRṛrṢSṣsṬTṭtṾVṿvẈWẉwẒZẓzẠAạaẸEẹeỊIịiỌOọoỢƠợơỤUụuỰƯựưỴYỵy"),
    ('\u{324}', "ṲUṳu"),
    ('\u{325}', "ḀAḁa"),
    ('\u{326}', "ȘSșsȚTțt"),
    ('\u{327}', "ÇCçcĢGģgĶKķkĻLļlŅNņnŖRŗrŞSşsŢTţtȨEȩeḐDḑdḨHḩh"),
    ('\u{328}', "ĄAąaĘEęeĮIįiŲUųuǪOǫo"),
    ('\u{32d}', "ḒDḓdḘEḙeḼLḽlṊNṋnṰTṱtṶUṷu"),
    ('\u{32e}', "ḪHḫh"),
    ('\u{330}', "ḚEḛeḬIḭiṴUṵu"),
    ('\u{331}', "ḆBḇbḎDḏdḴKḵkḺLḻlṈNṉnṞRṟrṮTṯtẔZẕzẖh"),
    ('\u{3099}', "がかぎきぐくげけごこざさじしずすぜせぞそだたぢちづつでてどとばはびひぶふべへぼほゔうゞゝガカギキグクゲケゴコザサジシズスゼセゾソダタヂチヅツデテドトバハビヒブフベヘボホヴウヷワヸヰヹヱヺヲヾヽ"),
    ('\u{309a}', "ぱはぴひぷふぺへぽほパハピヒプフペヘポホ"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_name_are_the_same() {
        for (composed, apart) in [
            ("José", "Jose\u{301}"),
            ("Nguyễn Việt", "Nguye\u{302}\u{303}n Vie\u{323}\u{302}t"),
            ("홍길동", "\u{1112}\u{1169}\u{11bc}\u{1100}\u{1175}\u{11af}\u{1103}\u{1169}\u{11bc}"),
            ("ガ", "カ\u{3099}"),
            ("Ann ⑦", "Ann ⑦"),
        ] {
            assert_eq!(decomposed(composed).collect::<String>(), apart);
            assert!(decomposed(apart).eq(apart.chars()), "{apart}");
        }
    }
}
