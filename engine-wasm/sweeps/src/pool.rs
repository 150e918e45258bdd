//! A thread pool that returns outcomes in the order of the jobs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` for each of `jobs` on `threads` threads; an idle thread takes the next job.
pub fn map<J: Sync, T: Send>(jobs: &[J], threads: usize, work: impl Fn(&J) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(jobs.len()));
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while let Some((at, job)) = take(jobs, &next) {
                    let outcome = work(job);
                    done.lock().expect("no thread panics while it holds the lock").push((at, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn take<'a, J>(jobs: &'a [J], next: &AtomicUsize) -> Option<(usize, &'a J)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(at).map(|job| (at, job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_in_the_order_of_the_jobs_for_any_number_of_threads() {
        let jobs: Vec<u64> = (0..200).collect();
        // Later jobs are quicker, so they finish first.
        let slow = |&n: &u64| {
            let _ = (0..(200 - n) * 500).map(std::hint::black_box).max();
            n
        };
        let one = map(&jobs, 1, slow);
        assert_eq!(one, jobs);
        for threads in [2, 7, 1000] {
            assert_eq!(map(&jobs, threads, slow), one);
        }
        assert!(map(&[0_u64; 0], 4, slow).is_empty());
    }
}
