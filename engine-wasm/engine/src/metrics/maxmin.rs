//! Max-min fair rates by water-filling (Bertsekas & Gallager, Data Networks, 1992, section 6.5.2).

/// The max-min fair rate of each flow. All rates rise together until a link is full or a flow reaches its
/// demand; the rates of the flows concerned are then fixed, and the others continue to rise.
///
/// `capacities` by link, `routes` as links by flow, `demands` by flow (infinite without a limit), all in the
/// same unit of rate. A flow without a route gets 0.
pub fn max_min(capacities: &[f64], routes: &[&[u32]], demands: &[f64]) -> Vec<f64> {
    let mut rates = vec![0.0; routes.len()];
    let mut rising: Vec<usize> = (0..routes.len()).filter(|&f| !routes[f].is_empty()).collect();
    let mut users = vec![0_u32; capacities.len()];
    rising.iter().flat_map(|&f| routes[f]).for_each(|&link| users[link as usize] += 1);
    // Remaining capacity of each link for the flows whose rates still rise.
    let mut left = capacities.to_vec();
    let links: Vec<usize> = (0..capacities.len()).filter(|&link| users[link] > 0).collect();
    while !rising.is_empty() {
        let full = |link: usize, users: &[u32], left: &[f64]| left[link] / f64::from(users[link]);
        let by_links = links.iter().filter(|&&link| users[link] > 0).map(|&link| full(link, &users, &left));
        let by_demands = rising.iter().map(|&f| demands[f]);
        let level = by_links.chain(by_demands).fold(f64::INFINITY, f64::min).max(0.0);
        // Links that become full together differ by rounding.
        let edge = level * (1.0 + 1e-12);
        let stops: Vec<usize> = rising
            .iter()
            .copied()
            .filter(|&f| {
                let stopped = |&link: &u32| full(link as usize, &users, &left) <= edge;
                demands[f] <= edge || routes[f].iter().any(stopped)
            })
            .collect();
        for &f in &stops {
            rates[f] = level;
            for &link in routes[f] {
                users[link as usize] -= 1;
                left[link as usize] -= level;
            }
        }
        // Both are sorted by flow.
        rising.retain(|f| stops.binary_search(f).is_err());
    }
    rates
}

/// Less of what arrived than this is no fair share: the flows lost their routes as the measurement began, and
/// what arrived had been sent before.
const LEAST_SHARE: f64 = 1e-3;

/// Σ|x − m| / Σm over pairs of a rate and its max-min fair rate: 0 if all flows have their fair share, 1 if
/// one of two equal flows has everything. `None` without fair shares.
pub fn distance(pairs: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (mut off, mut fair, mut arrived) = (0.0, 0.0, 0.0);
    for (rate, share) in pairs {
        off += (rate - share).abs();
        fair += share;
        arrived += rate;
    }
    (fair > LEAST_SHARE * arrived).then(|| off / fair)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDLESS: f64 = f64::INFINITY;

    #[test]
    fn a_parking_lot_of_two_equal_links_gives_every_flow_half() {
        // Two links with C = 10, a long flow over both, a short one over each: all get C/2.
        let routes: [&[u32]; 3] = [&[0, 1], &[0], &[1]];
        assert_eq!(max_min(&[10.0, 10.0], &routes, &[ENDLESS; 3]), [5.0, 5.0, 5.0]);
    }

    #[test]
    fn capacity_that_a_flow_cannot_use_goes_to_the_others() {
        // The narrow link limits the long flow to 2; the other flow of the wide link takes the rest.
        let routes: [&[u32]; 3] = [&[0, 1], &[0], &[1]];
        assert_eq!(max_min(&[10.0, 4.0], &routes, &[ENDLESS; 3]), [2.0, 8.0, 2.0]);
        // A chain as in Bertsekas & Gallager: three flows on link 0 (3 each), then 10 − 3 and 12 − 3 − …
        // elsewhere.
        let routes: [&[u32]; 4] = [&[0], &[0, 1], &[0, 2], &[1]];
        assert_eq!(max_min(&[9.0, 10.0, 50.0], &routes, &[ENDLESS; 4]), [3.0, 3.0, 3.0, 7.0]);
    }

    #[test]
    fn a_demand_below_the_fair_share_is_met_but_not_exceeded() {
        let routes: [&[u32]; 3] = [&[0], &[0], &[0]];
        assert_eq!(max_min(&[10.0], &routes, &[1.0, ENDLESS, ENDLESS]), [1.0, 4.5, 4.5]);
        // All demands are met, so the link is not full.
        assert_eq!(max_min(&[10.0], &routes, &[1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
        let routes: [&[u32]; 3] = [&[0, 1], &[0], &[1]];
        assert_eq!(max_min(&[10.0, 10.0], &routes, &[2.0, ENDLESS, ENDLESS]), [2.0, 8.0, 8.0]);
    }

    #[test]
    fn without_a_route_there_is_no_share() {
        let routes: [&[u32]; 2] = [&[], &[0]];
        assert_eq!(max_min(&[7.0], &routes, &[ENDLESS; 2]), [0.0, 7.0]);
        assert_eq!(max_min(&[7.0], &[], &[]), [0.0; 0]);
    }

    #[test]
    fn rates_that_do_not_divide_evenly_still_fill_the_link() {
        let one: &[u32] = &[0];
        let rates = max_min(&[0.1], &[one; 7], &[ENDLESS; 7]);
        assert!((rates.iter().sum::<f64>() - 0.1).abs() < 1e-15);
        assert!(rates.iter().all(|&r| r == rates[0]));
    }

    #[test]
    fn the_distance_is_excess_plus_deficit_over_the_total() {
        assert_eq!(distance([(5.0, 5.0), (5.0, 5.0)].into_iter()), Some(0.0));
        assert_eq!(distance([(10.0, 5.0), (0.0, 5.0)].into_iter()), Some(1.0));
        assert_eq!(distance([(2.5, 5.0), (2.5, 5.0)].into_iter()), Some(0.5));
        assert_eq!(distance([(1.0, 0.0)].into_iter()), None);
    }

    #[test]
    fn without_a_share_there_is_no_distance() {
        assert_eq!(distance([(3.0, 4.0), (5.0, 4.0)].into_iter()), Some(0.25));
        assert_eq!(distance([(0.0, 0.0), (0.0, 0.0)].into_iter()), None);
        // Packets that were on their way when the link was cut, a nanosecond after the start.
        assert_eq!(distance([(0.005, 1e-10), (0.001, 1e-10)].into_iter()), None);
    }
}
