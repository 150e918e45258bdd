/*
 * Long transfers by the Prague controller of udp_prague over one simulated bottleneck that marks by a ramp.
 *
 *   flows US BUFFER FROM_US TO_US SECONDS COUNT_FROM_S FLOW...
 *
 * US: transmission time of a packet at the bottleneck, µs. BUFFER: its capacity in packets. FROM_US, TO_US: sojourn times between which the marking
 * probability rises from 0 to 1. FLOW: RTT in ms:start in s. All of the RTT is on the path of the ACKs; every packet is acknowledged. Sends as udp_prague_sender.cpp does.
 * Prints one JSON object, measured from COUNT_FROM_S on.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#include "prague_cc.h"

static const size_tp PACKET = 1252;
static const size_tp PAYLOAD = 1218;
static const int64_t SAMPLE_US = 100000;

/* A time that is never 0, which udp_prague reads as none. */
static int64_t now = 1;

struct End : PragueCC {
    End() : PragueCC(PACKET) {}
    time_tp Now() override { return time_tp(now); }
};

struct Packet {
    int flow;
    count_tp number;
    time_tp stamp, echo;
    ecn_tp ecn;
    int64_t queued;
};

struct Ack {
    int64_t arrives;
    time_tp stamp, echo;
    count_tp received, marked, lost;
    bool error;
};

struct Flow {
    int64_t rtt, start, next_send;
    End sender, receiver;
    std::deque<Ack> acks;
    count_tp number = 0, in_flight = 0, window, burst;
    rate_tp rate;
    size_tp size;
    int64_t arrived = 0, marked = 0;
    std::vector<double> windows;
    void read() { sender.GetCCInfo(rate, window, burst, size); }
};

static double quantile(const std::vector<double> &sorted, double p) {
    double rank = double(sorted.size() - 1) * p;
    size_t below = size_t(rank), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (rank - double(below)) * (sorted[above] - sorted[below]);
}

int main(int argc, char **argv) {
    if (argc < 8) return fprintf(stderr, "flows US BUFFER FROM_US TO_US SECONDS COUNT_FROM_S FLOW...\n"), 1;
    const int64_t us = atoll(argv[1]), buffer = atoll(argv[2]), ramp_from = atoll(argv[3]), ramp_to = atoll(argv[4]);
    const int64_t end = int64_t(atof(argv[5]) * 1e6), from = int64_t(atof(argv[6]) * 1e6);
    std::deque<Flow> flows;
    for (int i = 7; i < argc; i++) {
        double rtt_ms, start_s;
        if (sscanf(argv[i], "%lf:%lf", &rtt_ms, &start_s) != 2) return 1;
        Flow &flow = flows.emplace_back();
        flow.rtt = int64_t(rtt_ms * 1000), flow.start = flow.next_send = int64_t(start_s * 1e6) + 1;
        flow.read();
    }

    std::deque<Packet> queue;
    Packet in_service{};
    int64_t free_at = -1, drops = 0, sent = 0, next_sample = from;
    double sum = 0, waiting = 0;
    while (now < end) {
        int64_t next = std::min(next_sample, free_at < 0 ? INT64_MAX : free_at);
        for (Flow &flow : flows) {
            if (!flow.acks.empty()) next = std::min(next, flow.acks.front().arrives);
            if (flow.in_flight < flow.window) next = std::min(next, std::max(flow.next_send, now));
        }
        if (next > now) {
            if (now >= from) waiting += double(queue.size()) * double(next - now);
            now = next;
        }
        if (now == next_sample) {
            next_sample += SAMPLE_US;
            for (Flow &flow : flows)
                flow.windows.push_back(double(flow.sender.GetStatePtr()->m_fractional_window) / 1e6 / double(PACKET));
        }
        if (free_at == now) {
            free_at = -1;
            Flow &flow = flows[size_t(in_service.flow)];
            const bool marked = in_service.ecn == ecn_ce;
            if (now > from) sent++, flow.arrived++, flow.marked += marked;
            flow.receiver.PacketReceived(in_service.stamp, in_service.echo);
            flow.receiver.DataReceivedSequence(in_service.ecn, in_service.number);
            Ack ack{};
            ecn_tp ecn;
            ack.arrives = now + flow.rtt;
            flow.receiver.GetTimeInfo(ack.stamp, ack.echo, ecn);
            flow.receiver.GetACKInfo(ack.received, ack.marked, ack.lost, ack.error);
            flow.acks.push_back(ack);
        }
        for (size_t i = 0; i < flows.size(); i++) {
            Flow &flow = flows[i];
            while (!flow.acks.empty() && flow.acks.front().arrives <= now) {
                const Ack ack = flow.acks.front();
                flow.acks.pop_front();
                flow.sender.PacketReceived(ack.stamp, ack.echo);
                flow.sender.ACKReceived(ack.received, ack.marked, ack.lost, flow.number, ack.error, flow.in_flight);
                flow.read();
            }
            count_tp in_burst = 0;
            size_tp bytes = 0;
            while (flow.in_flight < flow.window && in_burst < flow.burst && flow.next_send <= now) {
                Packet packet{};
                packet.flow = int(i), packet.number = ++flow.number, packet.queued = now;
                flow.sender.GetTimeInfo(packet.stamp, packet.echo, packet.ecn);
                flow.in_flight++, in_burst++, bytes += flow.size;
                if (int64_t(queue.size()) >= buffer) drops += now >= from;
                else queue.push_back(packet);
            }
            if (in_burst) flow.next_send = now + std::max<int64_t>(1, int64_t(bytes * 1000000 / flow.rate));
        }
        if (free_at < 0 && !queue.empty()) {
            in_service = queue.front();
            queue.pop_front();
            /* RFC 9332, appendix A: marks by a sum of probabilities, unless nothing is left in the queue. */
            const double above = double(now - in_service.queued - ramp_from) / double(ramp_to - ramp_from);
            sum += queue.empty() ? 0 : std::clamp(above, 0.0, 1.0);
            if (sum >= 1) sum -= 1, in_service.ecn = ecn_ce;
            free_at = now + us;
        }
    }

    const double seconds = double(end - from) / 1e6;
    printf("{\"flows\":[");
    for (size_t i = 0; i < flows.size(); i++) {
        Flow &flow = flows[i];
        std::sort(flow.windows.begin(), flow.windows.end());
        printf("%s{\"goodputMbps\":%.4f,\"marked\":%.6f,\"cwndQuantiles\":[", i ? "," : "",
            double(flow.arrived) * double(PAYLOAD) * 8e-6 / seconds, double(flow.marked) / double(flow.arrived));
        for (double p : {0.05, 0.25, 0.5, 0.75, 0.95})
            printf("%s%.1f", p > 0.05 ? "," : "", quantile(flow.windows, p));
        printf("]}");
    }
    printf("],\"queue\":{\"utilisation\":%.5f,\"drops\":%lld,\"meanPackets\":%.3f}}\n",
        double(sent) * double(us) / 1e6 / seconds, (long long)drops, waiting / 1e6 / seconds);
}
