//! Benchmarks of the parser (bytes per second) and of the scorer (games per second).

use std::hint::black_box;

use bowling::sheet::score_line;
use bowling::{Dialect, Game, Rules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ROLLS: &str = "10 7 3 9 0 10 0 8 8 2 0 6 10 10 10 8 1";
const NOTATION: &str = "X 7/ 9- X -8 8/ -6 X X X81";
const NAMED: &str = "PJS: X 7/ 9- X -8 8/ -6 X X X81 = 167 # league";
const WRONG: &str = "X 7/ 9- X -8 85 -6 X X X81";

/// Parses lines of each kind.
fn lines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a line");
    for (name, line) in [("rolls", ROLLS), ("notation", NOTATION), ("named", NAMED), ("wrong", WRONG)] {
        group.throughput(Throughput::Bytes(line.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| score_line(black_box(line.as_bytes()), Dialect::Auto, Rules::Tenpin));
        });
    }
    group.finish();
}

/// Rolls and scores one game.
fn games(criterion: &mut Criterion) {
    let rolls: Vec<u8> = ROLLS.split(' ').filter_map(|pins| pins.parse().ok()).collect();
    let mut group = criterion.benchmark_group("a game");
    group.throughput(Throughput::Elements(1));
    group.bench_function("rolled and scored", |bencher| {
        bencher.iter(|| {
            let mut game = Game::new(Rules::Tenpin);
            for &pins in black_box(&rolls) {
                let _ = game.roll(pins);
            }
            game.score()
        });
    });
    group.bench_function("best total from the start", |bencher| {
        bencher.iter(|| black_box(&Game::new(Rules::Tenpin)).max_score());
    });
    group.finish();
}

criterion_group!(benches, lines, games);
criterion_main!(benches);
