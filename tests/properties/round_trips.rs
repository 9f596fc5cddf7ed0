//! What is written as CSV is read back to the same records, whatever its text is.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::cases;
use crate::common::run_bytes;

/// The rows of CSV without the file and the line.
fn rows(csv: &[u8]) -> Vec<String> {
    let rows = std::str::from_utf8(csv).unwrap().lines();
    rows.map(|row| row.splitn(3, ',').nth(2).unwrap_or_default().to_owned()).collect()
}

/// The values of a key in JSON Lines.
fn values(json: &[u8], key: &str) -> Vec<Value> {
    let lines = json.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice::<Value>(line).unwrap()[key].clone()).collect()
}

/// Any text, and more often text with a meaning to CSV or to a spreadsheet.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "['=+@\"\\-,;\\\\ -]{0,4}[a-z=]{0,3}['\"]{0,2}",
        "[a\\\\u{}05c\u{200d}\u{200c}\u{202e}\n\r\t'=]{0,12}",
        "(NA|N/A|null|nan|total|#|\\\\u\\{[0-9a-f]{0,7}\\}){1,2}",
    ]
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn names_survive_csv(names in prop::collection::vec(text(), 1..20)) {
        let input: String = names.iter().map(|name| json!({"name": name, "rolls": [5, 4]}).to_string() + "\n").collect();
        let csv = run_bytes(&["--csv"], &input).stdout;
        let again = run_bytes(&["--csv"], &csv).stdout;
        prop_assert_eq!(rows(&csv), rows(&again));
        let names = values(&run_bytes(&["--json"], &input).stdout, "name");
        prop_assert_eq!(names, values(&run_bytes(&["--json"], &csv).stdout, "name"));
    }

    #[test]
    fn errors_survive_csv(lines in prop::collection::vec("(Ann: )?[XF/' =\\-0-9\u{200d}\u{202e}\\\\\"#a]{1,9}", 1..20)) {
        let input: String = crate::common::sheet(&lines);
        let csv = run_bytes(&["--csv", "--from=notation"], &input).stdout;
        let again = run_bytes(&["--csv"], &csv).stdout;
        let messages = |csv: &[u8]| -> Vec<(String, String)> {
            let mut reader = csv::Reader::from_reader(csv);
            reader.records().map(|row| row.unwrap()).map(|row| (row[2].into(), row[16].into())).collect()
        };
        prop_assert_eq!(messages(&csv), messages(&again));
    }
}
