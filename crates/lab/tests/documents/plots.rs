use outflank_arena::statistics::Interval;
use outflank_lab::plot::{Curves, HeatMap, Ink, IntervalRow, Intervals, Plot, Series, Terminal};
use proptest::prelude::*;

use crate::example;
use crate::golden::assert_golden;

const HOSTILE: &str = "</text><script>alert('\"&|\u{1b}[31m\u{0}";

/// The texts of an SVG document, which has to be well-formed and to load nothing.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error} in\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let first: Vec<_> = root.children().filter(|node| node.is_element()).take(2).collect();
    assert_eq!(first[0].tag_name().name(), "title");
    assert_eq!(first[1].tag_name().name(), "desc");
    for node in document.descendants().filter(|node| node.is_element()) {
        assert!(!["script", "image", "use", "a"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            assert!(
                !attribute.value().contains("NaN") && !attribute.value().contains("inf"),
                "{attribute:?}"
            );
            assert!(!attribute.name().contains("href"));
        }
    }
    assert_eq!(svg.matches("http").count(), 1, "the namespace only");
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    texts.filter_map(|node| node.text()).map(|text| text.trim().to_owned()).collect()
}

/// As SVG they are kept among the figures of the report.
#[test]
fn plots_look_in_a_terminal_as_they_did() {
    let terminal = Terminal { columns: 72, rows: 14, ink: Ink::Plain };
    let plots: [Plot; 3] =
        [example::curves().into(), example::heat_map().into(), example::intervals().into()];
    assert_golden("terminal.txt", &plots.map(|plot| plot.to_terminal(terminal)).join("\n"));
}

#[test]
fn what_is_to_be_read_is_there_as_text() {
    let curves = texts(&example::curves().to_svg());
    for text in ["one-ply search", "as good as the opponent", "games of self-play", "score", "10k", "0.4"] {
        assert!(curves.iter().any(|drawn| drawn == text), "{text} in {curves:?}");
    }
    let map = texts(&example::heat_map().to_svg());
    assert_eq!(map.len(), 2 * (64 + 16 + 1));
    assert!(map.contains(&"−0.25".to_owned()));
    let intervals = texts(&example::intervals().to_svg());
    assert!(intervals.contains(&"42 [−3, 88]".to_owned()), "{intervals:?}");
    assert!(intervals.contains(&"310 [240, ∞]".to_owned()), "{intervals:?}");
}

#[test]
fn hostile_names_stay_names() {
    let series = Series::new(HOSTILE, [(0.0, 1.0)]).expect("numbers");
    let row = IntervalRow::new(HOSTILE, 0.0, Interval::around(0.0, 1.0)).expect("numbers");
    let plots: [Plot; 3] = [
        Curves::new(HOSTILE, HOSTILE, HOSTILE)
            .series(series)
            .reference(HOSTILE, 0.5)
            .expect("a number")
            .into(),
        HeatMap::new(HOSTILE).board(HOSTILE, [0.0; 64]).expect("numbers").into(),
        Intervals::new(HOSTILE, HOSTILE).row(row).reference(HOSTILE, 0.5).expect("a number").into(),
    ];
    for plot in plots {
        assert!(texts(&plot.to_svg()).iter().any(|text| text.contains("<script>alert('\"&|")));
        let shown = plot.to_terminal(Terminal { columns: 80, rows: 10, ink: Ink::Plain });
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{0}'));
    }
}

#[test]
fn plots_without_data_say_so() {
    let empty = Series::new("not begun", []).expect("no numbers");
    let plots: [Plot; 4] = [
        Curves::new("t", "x", "y").into(),
        Curves::new("t", "x", "y").series(empty).reference("r", 0.5).expect("a number").into(),
        HeatMap::new("t").into(),
        Intervals::new("t", "x").reference("r", 0.5).expect("a number").into(),
    ];
    for plot in plots {
        assert!(texts(&plot.to_svg()).contains(&"nothing measured yet".to_owned()));
        assert!(
            plot.to_terminal(Terminal { columns: 5, rows: 1, ink: Ink::Colour })
                .contains("nothing measured yet")
        );
    }
}

#[test]
fn eight_series_are_told_apart() {
    let plot = (0..8).fold(Curves::new("t", "x", "y"), |plot, number| {
        let line = [(0.0, f64::from(number)), (1.0, f64::from(number) + 1.0)];
        plot.series(Series::new(format!("a series with the number {number}"), line).expect("numbers"))
    });
    let svg = plot.to_svg();
    assert!(texts(&svg).contains(&"a series with the number 7".to_owned()));
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let places: std::collections::BTreeSet<_> = document
        .descendants()
        .filter(|node| {
            node.text().is_some_and(|text| text.contains("a series")) && node.tag_name().name() == "text"
        })
        .map(|node| (node.attribute("x"), node.attribute("y")))
        .collect();
    assert_eq!(places.len(), 8, "no name lies on another");
}

/// Numbers of every size that a plot accepts, the odd ones often.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(1e300),
        Just(-1e300),
        Just(f64::MIN_POSITIVE),
        Just(1.0),
        Just(1.0 + f64::EPSILON),
        -10.0..10.0,
        (-290i32..290, -9.9..9.9).prop_map(|(exponent, digits)| digits * 10f64.powi(exponent)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_of_any_size_can_be_drawn(mut xs in prop::collection::vec(number(), 1..6), ys in prop::collection::vec(number(), 6)) {
        xs.sort_by(f64::total_cmp);
        let points: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
        let band = points.iter().map(|&(_, y)| Interval { low: y.min(0.0), high: f64::INFINITY });
        let series = Series::new("s", points.clone()).expect("numbers").with_band(band).expect("as many");
        let squares = std::array::from_fn(|index| ys[index % ys.len()]);
        let rows = ys.iter().map(|&y| {
            IntervalRow::new("r", y, Interval { low: y.min(0.0), high: f64::INFINITY }).expect("numbers")
        });
        let plots: [Plot; 3] = [
            Curves::new("t", "x", "y").series(series).reference("r", ys[5]).expect("a number").into(),
            HeatMap::new("t").board("b", squares).expect("numbers").into(),
            rows.fold(Intervals::new("t", "x"), Intervals::row).into(),
        ];
        for plot in plots {
            for text in texts(&plot.to_svg()) {
                prop_assert!(text.chars().count() <= 40, "too long to read: {}", text);
            }
            plot.to_terminal(Terminal { columns: 40, rows: 8, ink: Ink::Colour });
        }
    }
}
