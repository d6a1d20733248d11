//! `outflank openings`.

use crate::{Laboratory, outflank};

#[test]
fn the_named_openings_are_listed() {
    let text = outflank(&["openings"]).printed();
    assert!(
        text.lines().any(|line| line.split_whitespace().eq([
            "Tiger",
            "perpendicular",
            "42736",
            "+2.00",
            "f5d6c3d3c4"
        ])),
        "{text}"
    );
    assert!(text.ends_with("\n99 openings, 396 lines in all orientations\n"), "{text}");

    let json = outflank(&["openings", "--json"]).json();
    let openings = json["openings"].as_array().expect("a list");
    assert_eq!(
        (openings.len(), &json["lines"], &json["database"]),
        (99, &396.into(), &serde_json::Value::Null)
    );
    let tiger = openings.iter().find(|opening| opening["name"] == "Tiger").expect("the Tiger");
    let mut fields: Vec<_> = tiger.as_object().expect("an object").keys().collect();
    fields.sort();
    assert_eq!(fields, ["evaluation", "games", "kind", "moves", "name"]);
    let help = outflank(&["openings", "--help"]).printed();
    for field in fields {
        assert!(help.contains(&format!("\n    {field} ")), "{field}");
    }
}

/// Two games: the Tiger, and the Tiger begun by e6.
fn database() -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 1, 2, 0, 0, 0, 0, 0, 0xba, 0x07, 8, 0, 24, 0];
    for moves in [[56, 64, 33, 34, 43], [65, 46, 33, 43, 34]] {
        bytes.extend([0, 0, 1, 0, 2, 0, 33, 32]);
        bytes.extend(moves);
        bytes.extend([0; 55]);
    }
    bytes
}

#[test]
fn games_of_a_database_are_counted() {
    let laboratory = Laboratory::new();
    let (wtb, book) = (laboratory.path("x.wtb"), laboratory.path("own.tsv"));
    std::fs::write(&wtb, database()).expect("written");
    std::fs::write(&book, "# mine\nTiger\tf5d6c3d3c4\nNobody\tf5f4\n").expect("written");
    let printed = outflank(&["openings", "--book", &book, "--count", &wtb, &wtb, "--as-book"]).printed();
    assert_eq!(printed, "Tiger\tf5d6c3d3c4\t4\nNobody\tf5f4\t0\n");
    let text = outflank(&["openings", "--book", &book, "--count", &wtb]).printed();
    assert!(text.ends_with("\n2 openings, 8 lines in all orientations; 2 games counted\n"), "{text}");
    // What is printed as a book can be read as one.
    std::fs::write(&book, printed).expect("written");
    let json = outflank(&["openings", "--book", &book, "--json"]).json();
    assert_eq!(
        (&json["openings"][0]["games"], &json["openings"][0]["evaluation"]),
        (&4.into(), &serde_json::Value::Null)
    );

    std::fs::write(&wtb, &database()[..100]).expect("written");
    let refusal = outflank(&["openings", "--count", &wtb]).refusal();
    assert!(refusal.ends_with("the header promises 2 games, which take 152 bytes, and there are 100: not a whole WTHOR file of games"), "{refusal}");
    assert!(
        outflank(&["openings", "--count", "nowhere.wtb"]).refusal().starts_with("cannot read nowhere.wtb: ")
    );
}

#[test]
fn evaluations_are_what_the_book_says() {
    // A shallow search of our own, and the deep one of the built-in book for one opening.
    let laboratory = Laboratory::new();
    let book = laboratory.path("own.tsv");
    std::fs::write(&book, "Tiger\tf5d6c3d3c4\t7\nPerpendicular\te6f4\n").expect("written");
    let printed = outflank(&["openings", "--book", &book, "--evaluate", "--as-book"]).printed();
    let named = outflank(&["openings", "--json"]).json();
    let evaluation = |name: &str| {
        let openings = named["openings"].as_array().expect("a list");
        openings.iter().find(|opening| opening["name"] == name).expect(name)["evaluation"]
            .as_f64()
            .expect("a number")
    };
    let (tiger, perpendicular) = (evaluation("Tiger"), evaluation("Perpendicular Opening"));
    assert_eq!(
        printed,
        format!("Tiger\tf5d6c3d3c4\t7\t{tiger:+}\nPerpendicular\te6f4\t-\t{perpendicular:+}\n")
    );
    let run = outflank(&["openings", "--depth", "3"]);
    assert!(run.code == Some(2) && run.stderr.contains("--evaluate"), "{}", run.stderr);
}

#[test]
fn a_wrong_book_is_refused_by_its_line() {
    let laboratory = Laboratory::new();
    let book = laboratory.path("own.tsv");
    std::fs::write(&book, "# mine\nTiger\tf5d6c3d3c4\nWrong\tf5a1\n").expect("written");
    let refusal = outflank(&["openings", "--book", &book]).refusal();
    assert!(
        refusal.ends_with(": line 3: a1 is not a legal move for White, at character 3 of “f5a1”"),
        "{refusal}"
    );
}
