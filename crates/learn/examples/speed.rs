use outflank_arena::*;use outflank_learn::*;use outflank_rules::*;
use outflank_engine::{*, players::*, evaluators::*};
use std::{sync::Arc,time::Instant,ops::ControlFlow};
fn main(){
 let swh=Arc::new(PieceCounter::swh());
 let mut p=Noisy::new(Lookahead::new(swh.clone(),1,Ties::Drawn),0.1);let mut q=Noisy::new(Lookahead::new(swh.clone(),1,Ties::Drawn),0.1);
 let mut base=0f64;
 for r in 0..5 {let t=Instant::now(); for i in 0..20000 { play(Game::new(),Seat{player:&mut p,chance:Chance::stream(r,"a",i)},Seat{player:&mut q,chance:Chance::stream(r,"b",i)}); } base=base.max(20000.0/t.elapsed().as_secs_f64());}
 println!("swh {base:.0}");
 for (plies,n) in [(1,50000u64),(2,10000),(3,2000),(4,300),(5,100)] {
  let r=td::Recipe{plies,games:n,..Default::default()};
  let mut best=0f64; let mut m=None;
  for _ in 0..2 { let mut l=td::Learner::new(r.clone(),1); let t=Instant::now(); for _ in 0..n { outflank_learn::Learner::learn(&mut l);} best=best.max(n as f64/t.elapsed().as_secs_f64()); m=Some(outflank_learn::Learner::model(&l)); }
  let st=Style{epsilon:0.1,..Style::default()};
  let a=m.unwrap().entrant("td",&st); let b=st.entrant("swh",PieceCounter::swh());
  let mut pts=0.0;let mut g=0.0;
  Contest{first:&a,second:&b,openings:&[],pairs:5000,seed:1,threads:1}.run(&std::sync::atomic::AtomicBool::new(false),|p|{for (x,c) in p.seen_by_first(){pts+=x.ending.outcome(c).points();g+=1.0;}ControlFlow::Continue(())});
  println!("plies {plies}: {best:.0} games/s ratio {:.3} league {:.3}", best/base, pts/g);
 }
}
