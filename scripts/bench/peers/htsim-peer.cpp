// A scenario of the benchmark in htsim, to compare speeds: NewReno flows with separate hosts over one bottleneck. To be linked with
// libhtsim.a.
//
//   htsim-peer FLOWS ACCESS_MBPS CORE_MBPS BUFFER_PACKETS SECONDS
//
// Prints full packets delivered in order, and processor time in seconds, as JSON. htsim has neither SACK nor samplers, and its senders have no
// options and no limit of the window by the receiver.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>

#include "config.h"
#include "eventlist.h"
#include "network.h"
#include "pipe.h"
#include "queue.h"
#include "route.h"
#include "tcp.h"

namespace {

// As in engine-wasm/bench/src/scenarios.rs.
const int packet_bytes = 1500;
const double access_delay_ms = 1;
const double core_delay_ms = 18;
const int roomy_packets = 100000;

struct Link {
    Queue queue;
    Pipe pipe;
    Link(double mbps, double delay_ms, int limit_packets, EventList& events)
        : queue(speedFromMbps(mbps), memFromPkt(limit_packets), events, nullptr), pipe(timeFromMs(delay_ms), events) {
    }
    void append_to(Route& route) {
        route.push_back(&queue);
        route.push_back(&pipe);
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: htsim-peer FLOWS ACCESS_MBPS CORE_MBPS BUFFER_PACKETS SECONDS\n");
        return 2;
    }
    const int flows = atoi(argv[1]);
    const double access_mbps = atof(argv[2]), core_mbps = atof(argv[3]);
    const int buffer_packets = atoi(argv[4]);
    const double seconds = atof(argv[5]);

    const clock_t start = clock();
    // Senders report timeouts there.
    std::cout.setstate(std::ios::failbit);
    EventList& events = EventList::getTheEventList();
    EventList::setEndtime(timeFromSec(seconds));
    Packet::set_packet_size(packet_bytes);
    TcpRtxTimerScanner timers(timeFromMs(10.0), events);
    Link there(core_mbps, core_delay_ms, buffer_packets, events);
    Link back(core_mbps, core_delay_ms, roomy_packets, events);
    std::vector<TcpSink*> sinks;
    for (int i = 0; i < flows; i++) {
        auto access = [&] { return new Link(access_mbps, access_delay_ms, roomy_packets, events); };
        auto* source = new TcpSrc(nullptr, nullptr, events);
        auto* sink = new TcpSink();
        // Slow start until the first loss.
        source->set_ssthresh(0xffffffff);
        timers.registerTcp(*source);
        auto* data = new Route();
        access()->append_to(*data);
        there.append_to(*data);
        access()->append_to(*data);
        data->push_back(sink);
        auto* acks = new Route();
        access()->append_to(*acks);
        back.append_to(*acks);
        access()->append_to(*acks);
        acks->push_back(source);
        source->connect(*data, *acks, *sink, timeFromSec(double(i) / flows));
        sinks.push_back(sink);
    }
    while (EventList::doNextEvent()) {
    }
    double packets = 0;
    for (TcpSink* sink : sinks) packets += double(sink->_cumulative_ack / packet_bytes);
    printf("{\"packets\": %.0f, \"seconds\": %.6f}\n", packets, double(clock() - start) / CLOCKS_PER_SEC);
}
