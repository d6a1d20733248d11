//! What the document claims, put so that a run can decide it.
//!
//! Where the document gives no number to decide by, the threshold is ours, and the sentence beside the claim says so.

use outflank_learn::winmeasure::Middle;

use super::{
    AS_TAUGHT, HEAVY_CORNERS, LATE_ONLY, LONGER, NIM, PLAYED_FIRST, PRACTISED, PRE_WEIGHTED,
    PRE_WEIGHTED_SHORT, Printed, RIGHT_MOVES, SELF_TAUGHT, SQUARES_TAUGHT, UNTAUGHT, UNTAUGHT_BLOCKS,
    WITH_FRONT_END, WinMeasure,
};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};

/// What tables score more against the panel than others.
fn more(one: &str, other: &str) -> Statistic {
    Statistic::apart(one, other, AS_TAUGHT)
}

impl WinMeasure {
    pub(super) fn all_claims(&self, data: &Data) -> Vec<Claim> {
        let mut claims = self.claims_under("", data);
        claims.push(warped());
        claims.extend(suggested());
        claims.extend(of_nim());
        claims
    }

    /// What the document claims, by tables that were taught under a reading: that with these letters behind names.
    pub(super) fn claims_under(&self, suffix: &str, data: &Data) -> Vec<Claim> {
        let table = format!("{SELF_TAUGHT}{suffix}");
        let mut claims = in_the_table(&table);
        claims.extend(at_the_board(&table, data));
        claims.extend(of_other_starts(suffix));
        claims.extend(self.by_comparison(suffix));
        claims
    }

    /// The numbers of the document, and ours.
    pub(super) fn printed_under(&self, suffix: &str) -> Vec<Printed> {
        let table = format!("{SELF_TAUGHT}{suffix}");
        let used = [(2, 700.0), (3, 2000.0), (4, 4500.0)];
        let used = used.map(|(phase, theirs)| (format!("used in phase {phase}"), theirs));
        let all = used.into_iter().chain([("nearly all VeryHigh".to_owned(), 3.5)]);
        let one = |(name, theirs): (String, f64)| {
            let ours = Statistic::mean(&*table, name.as_str());
            Printed { name, theirs, ours, replicas: 1.0 }
        };
        all.map(one).collect()
    }

    /// What playing the author showed: here the panel.
    fn by_comparison(&self, suffix: &str) -> Vec<Claim> {
        let [table, longer, squares, pre_weighted, pre_weighted_short, played_first] =
            [SELF_TAUGHT, LONGER, SQUARES_TAUGHT, PRE_WEIGHTED, PRE_WEIGHTED_SHORT, PLAYED_FIRST]
                .map(|name| format!("{name}{suffix}"));
        let above = Threshold::above(0.0);
        let panel = "Difference of scores against the panel.";
        let claim = |statement: &str, theirs: &str, statistic, threshold, why: &str| {
            Claim::new(Class::Claimed, statement, "").theirs(theirs).of(statistic, threshold).because(why)
        };
        let untestable = |statement: &str, theirs: &str, why: &str| {
            Claim::new(Class::Claimed, statement, "").theirs(theirs).untestable(why)
        };
        let author = "The author is gone; a panel of programs is not him.";
        vec![
            Claim::new(Class::Ours, "a self-taught table plays better than an untaught one", "")
                .theirs("—")
                .of(Statistic::within(&table, AS_TAUGHT, UNTAUGHT), above)
                .because(
                    "Score against the panel, less that of the same table before its first game. The document's evidence of \
                     learning is in the measures and the moves, not in strength.",
                ),
            claim(
                "the favourites of phases 2 and 3 are not so good",
                "not so good",
                Statistic::within(&table, AS_TAUGHT, LATE_ONLY),
                Threshold::below(0.0),
                "Score against the panel, less that of the same table with phases 2 and 3 as before its first game. Stricter \
                 than the words: favourites that are no good need not harm.",
            ),
            claim(
                "more games bring no more: success stays where it was after 50,000 or 60,000",
                "stuck",
                more(&longer, &table),
                Threshold::no_difference(),
                panel,
            ),
            claim(
                "a self-taught table plays better than one taught by weighted squares",
                "noticeably weak",
                more(&table, &squares),
                above,
                panel,
            ),
            claim(
                &format!(
                    "a pre-weighted table plays better after {} games than after {}",
                    self.games / 5,
                    self.games
                ),
                "0.64, then 0.4 to 0.5",
                more(&pre_weighted_short, &pre_weighted),
                above,
                panel,
            ),
            claim(
                "pre-weights are swamped by further learning: untaught, a pre-weighted table plays better",
                "better moves get swamped",
                Statistic::within(&pre_weighted, UNTAUGHT, AS_TAUGHT),
                above,
                "Score against the panel before the first game, less that after the last, table by table.",
            )
            .of_class(Class::Implied),
            claim(
                "pre-weights and few games gave the best results: better than a self-taught table",
                "one of the two best",
                more(&pre_weighted_short, &table),
                above,
                panel,
            ),
            claim(
                &format!("after {} games, a look-ahead of 10 plays better than 8", self.games / 5 * 6),
                "0.64, and 0.4 to 0.5",
                Statistic::within(&longer, "lookahead-10", AS_TAUGHT),
                above,
                "Difference of scores against the panel, table by table.",
            ),
            claim(
                "25 games against a practised player first make no noticeable difference",
                "none noticeable",
                more(&played_first, &table),
                Threshold::no_difference(),
                "Difference of scores against the panel.",
            ),
            untestable("self-taught tables win 40 to 50 % of their games with the author", "0.4 to 0.5", author),
            untestable(
                "a pre-weighted table won 7 of 11 games with the author after 10,000 games",
                "7 of 11",
                author,
            ),
            untestable("a look-ahead of 10 won 7 of 11 games with the author", "7 of 11", author),
            untestable(
                "weighted squares are easily beaten by experienced people",
                "easily",
                "No people were asked.",
            ),
            untestable(
                "warping the ratings towards corners did not help",
                "unsuccessful",
                "How the author warped them is not told.",
            ),
            untestable(
                "considering the most aggressive reply takes too much time, as 10,000 games take 12 hours",
                "too time-expensive",
                "The machine is gone; what a table takes here stands under Cost.",
            ),
        ]
    }
}

/// What is found in the tables.
fn in_the_table(table: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut claim = |statement: &str, theirs: &str, number: &str, threshold, why: &str| {
        let claim = Claim::new(Class::Claimed, statement, "").theirs(theirs);
        claims.push(claim.of(Statistic::mean(table, number), threshold).because(why));
    };
    for (phase, theirs) in Middle::ALL.into_iter().zip([700.0, 2000.0, 4500.0]) {
        claim(
            &format!("about {theirs} heuristics of phase {} are ever used", phase.number()),
            &theirs.to_string(),
            &format!("used in phase {}", phase.number()),
            Threshold::about(theirs),
            "The document's thresholds between levels are lost, and decide it.",
        );
    }
    claim(
        "only relatively few heuristics are ever used",
        "7,200 of 46,875",
        "share used",
        Threshold::below(0.25),
        "A share of all; below a quarter counts as few.",
    );
    claim(
        "three or four heuristics with all or nearly all features VeryHigh end on top",
        "3 or 4",
        "nearly all VeryHigh",
        Threshold::between(2.5, 4.5),
        "Counted among the ten highest measures of a table; five of six VeryHigh are nearly all. The first reading was \
         calibrated on this.",
    );
    for phase in ["2", "3"] {
        claim(
            &format!("measures of phase 4 grow much faster than those of phase {phase}"),
            "much more rapidly",
            &format!("phase 4 over {phase}"),
            Threshold::above(1.25),
            "The mean of the ten highest measures of phase 4 after the last game as a multiple of the other phase's; much is \
             more than “about” the same. The bar was 1 when the tables were taught. The first reading was calibrated on this.",
        );
    }
    claim(
        "mobility does not matter as much as is said",
        "—",
        "mobility over others",
        Threshold::below(0.0),
        "How closely measures go with the level of mobility (absolute correlation), minus the mean of the other features.",
    );
    claims
}

/// What is seen in games.
fn at_the_board(table: &str, data: &Data) -> Vec<Claim> {
    let mean = |number: &str| Statistic::mean(table, number);
    let practised =
        |number: &str, otherwise: f64| *data.sample(PRACTISED, number).first().unwrap_or(&otherwise);
    [
        (
            "moves onto squares next to an empty corner carry negative measures",
            "very negative",
            mean("measure beside corners"),
            Threshold::below(0.0),
            "The mean measure of such moves, wherever they were at hand in games of the table against itself.",
        ),
        (
            "moves onto squares next to an empty corner carry lower measures than others",
            "—",
            Statistic::within(table, "measure beside corners", "other measures"),
            Threshold::below(0.0),
            "The same, minus the mean measure of all other moves at hand.",
        ),
        (
            "the second player wins more often in self-play",
            "noticeably more often",
            mean("second player wins"),
            Threshold::above(0.5),
            "The second player's share of the decided games of a table against itself.",
        ),
        (
            "corners are not taken aggressively enough",
            "never adequate",
            mean("corners taken"),
            Threshold::below(practised("corners taken", 1.0)),
            "The share of corners taken of those that could be, against that of Korman at 3 plies.",
        ),
        (
            "corners are given away too often",
            "too often",
            mean("corners given"),
            Threshold::above(practised("corners given", 0.0)),
            "The share of moves that give one, of turns with a choice, against that of Korman at 3 plies.",
        ),
        (
            "play goes towards a cross: corner blocks empty, the rest filled",
            "observed",
            Statistic::within(table, "empty corner blocks", UNTAUGHT_BLOCKS),
            Threshold::above(0.0),
            "Empty squares in the four 2 × 2 corner blocks when 16 are empty, more than with the same table before its first game.",
        ),
    ]
    .into_iter()
    .map(|(statement, theirs, statistic, threshold, why)| {
        let class = if theirs == "—" { Class::Ours } else { Class::Claimed };
        Claim::new(class, statement, "").theirs(theirs).of(statistic, threshold).because(why)
    })
    .collect()
}

/// What the document says of tables however they were begun, in numbers of those that were not begun at zero by themselves.
fn of_other_starts(suffix: &str) -> Vec<Claim> {
    let of = |statement: &str, theirs: &str, number: &str, groups: &[&str], threshold| {
        let mut claim = Claim::new(Class::Claimed, statement, "").theirs(theirs).because(
            "Taken up when the numbers were known: the sentence says consistently, or of various versions, and only self-taught \
             tables had been asked.",
        );
        for group in groups {
            claim = claim.and(*group, None, Statistic::mean(format!("{group}{suffix}"), number), threshold);
        }
        claim
    };
    vec![
        of(
            "only relatively few heuristics are ever used, however a table is begun",
            "for each choice",
            "share used",
            &[PRE_WEIGHTED, PLAYED_FIRST],
            Threshold::below(0.25),
        ),
        of(
            "three or four nearly all VeryHigh end on top, however a table is begun",
            "consistently",
            "nearly all VeryHigh",
            &[PRE_WEIGHTED, PLAYED_FIRST],
            Threshold::between(2.5, 4.5),
        ),
        of(
            "moves next to an empty corner carry negative measures in the various versions",
            "very negative",
            "measure beside corners",
            &[PRE_WEIGHTED, PLAYED_FIRST, SQUARES_TAUGHT],
            Threshold::below(0.0),
        ),
        of(
            "the second player wins more often, however a table is begun",
            "consistently",
            "second player wins",
            &[PRE_WEIGHTED, PLAYED_FIRST],
            Threshold::above(0.5),
        ),
    ]
}

/// What the author believed would help, and did not build.
fn suggested() -> Vec<Claim> {
    let within = |one: &str, other: &str| Statistic::within(LONGER, one, other);
    let panel = "Difference of scores against the panel.";
    let each = "Difference of scores against the panel, table by table.";
    [
        (
            "a front end that takes corners and refuses to give them helps",
            "a distinct improvement",
            within(WITH_FRONT_END, AS_TAUGHT),
            "Put before tables that were taught without it. Difference of scores against the panel, table by table.",
        ),
        ("the front end helps while learning, too", "—", more("front-end", SELF_TAUGHT), panel),
        ("starting phases 2 and 3 anew helps", "perhaps", more("restarted", SELF_TAUGHT), panel),
        ("considering the most aggressive reply helps", "—", more("reply", SELF_TAUGHT), panel),
        ("a look-ahead of 10 while learning helps", "—", more("farther-ahead", SELF_TAUGHT), panel),
        (
            "a look-ahead of 12 plays better than 10",
            "another ply or two",
            within("lookahead-12", "lookahead-10"),
            each,
        ),
        ("a look-ahead of 14 plays better than 12", "—", within("lookahead-14", "lookahead-12"), each),
    ]
    .into_iter()
    .map(|(statement, theirs, statistic, why)| {
        let class = if theirs == "—" { Class::Ours } else { Class::Wished };
        Claim::new(class, statement, "").theirs(theirs).of(statistic, Threshold::above(0.0)).because(why)
    })
    .collect()
}

/// What the author tried, in a way of ours.
fn warped() -> Claim {
    let statement = "one way to warp ratings, what surrounds corners counting threefold, does not help";
    Claim::new(Class::Ours, statement, "")
        .theirs("—")
        .of(more(&format!("{SELF_TAUGHT}{HEAVY_CORNERS}"), SELF_TAUGHT), Threshold::below(0.0))
        .because("Difference of scores against the panel. How the author warped them is not told.")
}

/// What is told of NIM, the game that the algorithm was made for.
fn of_nim() -> impl Iterator<Item = Claim> {
    NIM.into_iter().map(|(group, words, _)| {
        Claim::new(
            Class::Claimed,
            format!("{words}, the NIM learner achieves a very high level of proficiency"),
            "[3]",
        )
        .theirs("very high")
        .of(Statistic::mean(group, RIGHT_MOVES), Threshold::above(0.95))
        .because(
            "The share of right moves from piles that can be won, drawn as while learning; 0.95 is ours, and so is the game: up \
             to 21 matches, one to three at a time. 10,000 games were chosen after a million had been seen.",
        )
    })
}
