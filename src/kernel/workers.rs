//! Worker threads. Work is cut into chunks of a fixed size, whatever the number of threads, and results come back in
//! the order of the chunks: so the number of threads can't change a result.

use std::sync::Arc;

use bevy::prelude::Resource;
use rayon::prelude::*;

/// Men in a chunk of work: so few that at the end of a pass one thread does not wait long for the other. Every chunk is up
/// for grabs by itself (`with_max_len(1)`): left to halve the work as it sees fit, rayon gives out several at once, and the
/// one who is done first waits for the other.
pub const CHUNK: usize = 256;

/// The threads of one battle.
#[derive(Resource, Clone)]
pub struct Workers {
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Workers {
    /// `threads` of 1 runs everything on the caller's thread; 0 takes one thread a core.
    ///
    /// # Errors
    /// The operating system's, when threads can't be started.
    pub fn new(threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        if threads == 1 {
            return Ok(Self { pool: None });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Self { pool: Some(Arc::new(pool)) })
    }

    /// Everything on the caller's thread.
    pub fn alone() -> Self {
        Self { pool: None }
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |p| p.current_num_threads())
    }

    /// Runs something on one of the threads, from where the others are reached without waking and waiting each time.
    pub fn within<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            None => work(),
            Some(pool) => pool.install(work),
        }
    }

    /// Runs two things that don't need each other, at the same time if there is a thread for each.
    pub fn both<A: Send, B: Send>(&self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        match &self.pool {
            None => (a(), b()),
            Some(pool) => pool.install(|| rayon::join(a, b)),
        }
    }

    /// Runs `work(chunk)` for each chunk of `0..len` given as a range; the results in the order of the chunks.
    pub fn chunks<R: Send>(&self, len: usize, work: impl Fn(std::ops::Range<usize>) -> R + Sync) -> Vec<R> {
        self.pieces(len, CHUNK, work)
    }

    /// The same in chunks of another size, for things that cost more than a man.
    pub fn pieces<R: Send>(
        &self,
        len: usize,
        size: usize,
        work: impl Fn(std::ops::Range<usize>) -> R + Sync,
    ) -> Vec<R> {
        let n = len.div_ceil(size);
        let range = |i: usize| i * size..((i + 1) * size).min(len);
        match &self.pool {
            None => (0..n).map(|i| work(range(i))).collect(),
            Some(pool) => pool.install(|| (0..n).into_par_iter().with_max_len(1).map(|i| work(range(i))).collect()),
        }
    }

    /// Runs `work(index, item)` for each of a few large items.
    pub fn each_mut<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        match &self.pool {
            None => items.iter_mut().enumerate().for_each(|(i, item)| work(i, item)),
            Some(pool) => {
                pool.install(|| items.par_iter_mut().with_max_len(1).enumerate().for_each(|(i, item)| work(i, item)))
            }
        }
    }

    /// Runs `work(offset, chunk)` over disjoint chunks of a column; the results in the order of the chunks.
    pub fn chunks_mut<T: Send, R: Send>(&self, column: &mut [T], work: impl Fn(usize, &mut [T]) -> R + Sync) -> Vec<R> {
        match &self.pool {
            None => column.chunks_mut(CHUNK).enumerate().map(|(i, c)| work(i * CHUNK, c)).collect(),
            Some(pool) => {
                let chunks = column.par_chunks_mut(CHUNK).with_max_len(1).enumerate();
                pool.install(|| chunks.map(|(i, c)| work(i * CHUNK, c)).collect())
            }
        }
    }
}
