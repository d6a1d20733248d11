//! What the document claims, put so that a run can decide it.
//!
//! Where the document gives no number to decide by, the threshold is ours, and the sentence beside the claim says so.

use outflank_learn::winmeasure::Middle;

use super::{AS_TAUGHT, LONGER, PRACTISED, SELF_TAUGHT, UNTAUGHT, WITH_FRONT_END, WinMeasure};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};

/// What tables score more against the panel than others.
fn more(one: &str, other: &str) -> Statistic {
    Statistic::apart(one, other, AS_TAUGHT)
}

impl WinMeasure {
    pub(super) fn all_claims(&self, data: &Data) -> Vec<Claim> {
        let mut claims = in_the_table();
        claims.extend(at_the_board(data));
        claims.extend(self.by_comparison());
        claims.extend(suggested());
        claims
    }

    /// What playing the author showed: here the panel.
    fn by_comparison(&self) -> Vec<Claim> {
        let above = Threshold::above(0.0);
        let panel = "Difference of scores against the panel.";
        let claim = |statement: &str, theirs: &str, statistic, threshold, why: &str| {
            Claim::new(Class::Claimed, statement, "").theirs(theirs).of(statistic, threshold).because(why)
        };
        vec![
            claim(
                "learning takes place: a self-taught table plays better than an untaught one",
                "consistent evidence",
                more(SELF_TAUGHT, UNTAUGHT),
                above,
                panel,
            ),
            claim(
                "a self-taught table plays better than one taught by weighted squares",
                "noticeably weak",
                more(SELF_TAUGHT, "squares-taught"),
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
                more("pre-weighted-short", "pre-weighted"),
                above,
                panel,
            ),
            claim(
                "pre-weights are swamped by further learning: untaught, a pre-weighted table plays better",
                "better moves get swamped",
                more("pre-weighted-untaught", "pre-weighted"),
                above,
                "Difference of scores against the panel, not taught at all over fully taught.",
            ),
            claim(
                &format!("after {} games, a look-ahead of 10 plays better than 8", self.games / 5 * 6),
                "0.64, and 0.4 to 0.5",
                Statistic::within(LONGER, "lookahead-10", AS_TAUGHT),
                above,
                "Difference of scores against the panel, table by table.",
            ),
            claim(
                "25 games against a practised player first make no noticeable difference",
                "none noticeable",
                more("played-first", SELF_TAUGHT),
                Threshold::between(-0.05, 0.05),
                "Difference of scores against the panel; five points in a hundred are noticeable.",
            ),
            claim(
                "a self-taught table scores 40 to 50 % against a practised player",
                "0.4 to 0.5",
                Statistic::mean(SELF_TAUGHT, AS_TAUGHT),
                Threshold::between(0.4, 0.5),
                "The score against the panel, which is not the author: the number says how strong the panel is, too.",
            ),
            claim(
                "a pre-weighted table scores above 60 % after few games",
                "7 of 11",
                Statistic::mean("pre-weighted-short", AS_TAUGHT),
                Threshold::above(0.6),
                "The score against the panel.",
            ),
            claim(
                "a look-ahead of 10 scores above 60 %",
                "7 of 11",
                Statistic::mean(LONGER, "lookahead-10"),
                Threshold::above(0.6),
                "The score against the panel.",
            ),
        ]
    }
}

/// What is found in the tables.
fn in_the_table() -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut claim = |statement: &str, theirs: &str, number: &str, threshold, why: &str| {
        let claim = Claim::new(Class::Claimed, statement, "").theirs(theirs);
        claims.push(claim.of(Statistic::mean(SELF_TAUGHT, number), threshold).because(why));
    };
    for (phase, theirs) in Middle::ALL.into_iter().zip([700.0, 2000.0, 4500.0]) {
        claim(
            &format!("about {theirs} heuristics of phase {} are ever used", phase.number()),
            &theirs.to_string(),
            &format!("used in phase {}", phase.number()),
            Threshold::between(theirs / 2.0, theirs * 2.0),
            "“About” is taken as half to twice as many: the document's thresholds are lost, and decide it.",
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
        "Counted among the ten highest measures of a table; five of six VeryHigh are nearly all.",
    );
    for phase in ["2", "3"] {
        claim(
            &format!("measures of phase 4 grow faster than those of phase {phase}"),
            "much more rapidly",
            &format!("phase 4 over {phase}"),
            Threshold::above(1.0),
            "The mean of the ten highest measures of phase 4 as a multiple of the other phase's.",
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
fn at_the_board(data: &Data) -> Vec<Claim> {
    let mean = |number: &str| Statistic::mean(SELF_TAUGHT, number);
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
            Statistic::within(SELF_TAUGHT, "measure beside corners", "other measures"),
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
            Statistic::apart(SELF_TAUGHT, UNTAUGHT, "empty corner blocks"),
            Threshold::above(0.0),
            "Empty squares in the four 2 × 2 corner blocks when 16 are empty, more than with an untaught table.",
        ),
    ]
    .into_iter()
    .map(|(statement, theirs, statistic, threshold, why)| {
        let class = if theirs == "—" { Class::Ours } else { Class::Claimed };
        Claim::new(class, statement, "").theirs(theirs).of(statistic, threshold).because(why)
    })
    .collect()
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
        ("considering the most aggressive reply helps", "too time-expensive", more("reply", SELF_TAUGHT), panel),
        ("a look-ahead of 10 while learning helps", "—", more("farther-ahead", SELF_TAUGHT), panel),
        ("a look-ahead of 12 plays better than 10", "—", within("lookahead-12", "lookahead-10"), each),
        ("a look-ahead of 14 plays better than 12", "—", within("lookahead-14", "lookahead-12"), each),
    ]
    .into_iter()
    .map(|(statement, theirs, statistic, why)| {
        let class = if theirs == "—" { Class::Ours } else { Class::Wished };
        Claim::new(class, statement, "").theirs(theirs).of(statistic, Threshold::above(0.0)).because(why)
    })
    .collect()
}
