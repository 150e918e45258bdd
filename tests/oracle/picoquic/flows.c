/*
 * Long transfers over one bottleneck, with picoquic's own stack and its simulated links.
 *
 *   flows US BUFFER RAMP_US SECONDS FROM_S ACK SEED FLOW...
 *
 * US: transmission time of a packet of 1252 bytes at the bottleneck, µs. BUFFER: its capacity in packets. RAMP_US: 0 for drop-tail, or
 * the end of DualQ's marking ramp. ACK: packets per acknowledgment, 0 leaves it to picoquic. FLOW: algorithm:RTT in ms:start in s:options.
 * The bottleneck has no delay; all of the RTT is on the path of the ACKs. Prints one JSON object, measured from FROM_S to SECONDS.
 * README.md says how to build it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picoquic.h"
#include "picoquic_internal.h"
#include "picoquic_utils.h"
#include "picoquictest_dualq.h"

#define PACKET 1252
#define ACK_DELAY_US 10000
#define MOST_FLOWS 16
#define SAMPLE_US 100000
#define STATES 16

typedef struct {
    char algorithm[32];
    char options[64];
    uint64_t rtt_us;
    uint64_t start_us;
    picoquic_quic_t *sender, *receiver;
    picoquic_cnx_t *cnx, *peer;
    picoquictest_sim_link_t *back;
    struct sockaddr_in sender_address, receiver_address;
    uint64_t received, received_before; /* in order, by the application */
    uint64_t arrived, marked; /* packets at the receiver since FROM_S */
    uint64_t state, entered[STATES], spent[STATES];
    double *windows;
    size_t n_windows;
    uint64_t lost_before;
} flow_t;

static uint64_t now;
static uint64_t from_us;
static uint64_t ack_every;
static flow_t flows[MOST_FLOWS];
static int n_flows;

_Noreturn static void fail(const char *what) {
    fprintf(stderr, "%s, at %" PRIu64 " us\n", what, now);
    exit(1);
}

static int on_sender(picoquic_cnx_t *cnx, uint64_t stream, uint8_t *bytes, size_t length,
    picoquic_call_back_event_t event, void *context, void *stream_context) {
    (void)context, (void)stream_context;
    switch (event) {
    case picoquic_callback_ready:
        return picoquic_mark_active_stream(cnx, 0, 1, NULL);
    case picoquic_callback_prepare_to_send: {
        uint8_t *buffer = picoquic_provide_stream_data_buffer(bytes, length, 0, 1);
        if (buffer == NULL) return -1;
        memset(buffer, 0x5a, length);
        return 0;
    }
    case picoquic_callback_close:
    case picoquic_callback_application_close:
    case picoquic_callback_stateless_reset:
        fail("a connection has closed");
    default:
        (void)stream;
        return 0;
    }
}

static int on_receiver(picoquic_cnx_t *cnx, uint64_t stream, uint8_t *bytes, size_t length,
    picoquic_call_back_event_t event, void *context, void *stream_context) {
    flow_t *flow = (flow_t *)context;
    (void)stream, (void)bytes, (void)stream_context;
    flow->peer = cnx;
    if (event == picoquic_callback_stream_data) flow->received += length;
    return 0;
}

static void set_address(struct sockaddr_in *address, uint32_t host, int flow) {
    memset(address, 0, sizeof(*address));
    address->sin_family = AF_INET;
    address->sin_port = htons((uint16_t)(1000 + flow));
    address->sin_addr.s_addr = htonl(host);
}

static picoquic_quic_t *make_quic(picoquic_stream_data_cb_fn callback, void *context, int serves) {
    char cert[512], key[512];
    snprintf(cert, sizeof(cert), "%s/certs/cert.pem", PICOQUIC);
    snprintf(key, sizeof(key), "%s/certs/key.pem", PICOQUIC);
    picoquic_quic_t *quic = picoquic_create(4, serves ? cert : NULL, serves ? key : NULL, NULL, "bulk", callback, context,
        NULL, NULL, NULL, now, &now, NULL, NULL, 0);
    if (quic == NULL) fail("no context");
    picoquic_set_null_verifier(quic);
    picoquic_set_default_pmtud_policy(quic, picoquic_pmtud_blocked);
    /* No skipped packet numbers: each would look like a loss for a moment. */
    picoquic_set_optimistic_ack_policy(quic, 0);
    picoquic_set_default_tp_value(quic, picoquic_tp_initial_max_data, 1 << 26);
    picoquic_set_default_tp_value(quic, picoquic_tp_initial_max_stream_data_bidi_remote, 1 << 26);
    return quic;
}

static void start_flow(flow_t *flow) {
    const picoquic_congestion_algorithm_t *algorithm = picoquic_get_congestion_algorithm(flow->algorithm);
    if (algorithm == NULL) fail("no such algorithm");
    flow->cnx = picoquic_create_cnx(flow->sender, picoquic_null_connection_id, picoquic_null_connection_id,
        (struct sockaddr *)&flow->receiver_address, now, 0, "test.example.com", "bulk", 1);
    if (flow->cnx == NULL) fail("no connection");
    picoquic_set_congestion_algorithm_ex(flow->cnx, algorithm, flow->options[0] ? flow->options : NULL);
    picoquic_set_callback(flow->cnx, on_sender, flow);
    if (picoquic_start_client_cnx(flow->cnx) != 0) fail("a connection does not start");
}

/* The algorithm's own report. */
static void observe(flow_t *flow, uint64_t elapsed) {
    uint64_t state = 0, parameter = 0;
    if (flow->cnx == NULL || flow->cnx->congestion_alg == NULL) return;
    if (now > from_us) flow->spent[flow->state] += elapsed;
    flow->cnx->congestion_alg->alg_observe(flow->cnx->path[0], &state, &parameter);
    state &= 0xff;
    if (state >= STATES) fail("an unknown state");
    if (state != flow->state && now >= from_us) flow->entered[state]++;
    flow->state = state;
}

static void apply_ack_rule(flow_t *flow) {
    if (ack_every == 0 || flow->peer == NULL) return;
    flow->peer->ack_gap_remote = ack_every;
    flow->peer->ack_delay_remote = ACK_DELAY_US;
}

/* Packets queued in DualQ. */
static int waiting(picoquictest_sim_link_t *link) {
    dualq_state_t *dual = (dualq_state_t *)link->aqm_state;
    return dual->lq.count + dual->cq.count;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double p) {
    double rank = (double)(n - 1) * p;
    size_t below = (size_t)rank;
    size_t above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (rank - (double)below) * (sorted[above] - sorted[below]);
}

int main(int argc, char **argv) {
    if (argc < 9) fail("flows US BUFFER RAMP_US SECONDS FROM_S ACK SEED FLOW...");
    uint64_t us = strtoull(argv[1], NULL, 10);
    uint64_t buffer = strtoull(argv[2], NULL, 10);
    uint64_t ramp_us = strtoull(argv[3], NULL, 10);
    uint64_t end_us = (uint64_t)(strtod(argv[4], NULL) * 1e6);
    from_us = (uint64_t)(strtod(argv[5], NULL) * 1e6);
    ack_every = strtoull(argv[6], NULL, 10);
    const char *seed = argv[7];

    picoquic_register_all_congestion_control_algorithms();
    picoquictest_sim_link_t *core = picoquictest_sim_link_create(1.0, 0, NULL, buffer * us, 0);
    /* Whole microseconds a packet; the link counts in 2^-20 us a byte. */
    core->picosec_per_byte = ((us << 20) + PACKET - 1) / PACKET;
    if (ramp_us > 0 && dualq_configure(core, ramp_us) != 0) fail("no DualQ");

    n_flows = argc - 8;
    if (n_flows > MOST_FLOWS) fail("too many flows");
    for (int i = 0; i < n_flows; i++) {
        flow_t *flow = &flows[i];
        double rtt_ms = 0, start_s = 0;
        char options[32] = "";
        if (sscanf(argv[8 + i], "%31[^:]:%lf:%lf:%31s", flow->algorithm, &rtt_ms, &start_s, options) < 3) fail("a flow");
        snprintf(flow->options, sizeof(flow->options), "S%s%d:%s", seed, i, options);
        flow->rtt_us = (uint64_t)(rtt_ms * 1000);
        flow->start_us = (uint64_t)(start_s * 1e6);
        set_address(&flow->sender_address, 0x0a000001, i);
        set_address(&flow->receiver_address, 0x0a000002, i);
        flow->sender = make_quic(on_sender, flow, 0);
        flow->receiver = make_quic(on_receiver, flow, 1);
        flow->back = picoquictest_sim_link_create(1.0, flow->rtt_us, NULL, 0, 0);
        flow->back->picosec_per_byte = 0;
        flow->windows = malloc(sizeof(double) * (size_t)(end_us / SAMPLE_US + 2));
    }

    uint64_t sent = 0, drops_before = 0, next_sample = from_us;
    double queue_integral = 0;
    int counting = 0, idle = 0;
    while (now < end_us) {
        /* What comes first: a packet enters or leaves the bottleneck, arrives at a sender, or an end wants to send. */
        enum { NOTHING, ADMIT, DELIVER, RETURN, WAKE_SENDER, WAKE_RECEIVER, START, SAMPLE } what = SAMPLE;
        uint64_t next = next_sample;
        flow_t *who = NULL;
        uint64_t at = picoquictest_sim_link_next_admission(core, now, next);
        if (at < next) next = at, what = ADMIT;
        at = picoquictest_sim_link_next_arrival(core, next);
        if (at < next) next = at, what = DELIVER;
        for (int i = 0; i < n_flows; i++) {
            flow_t *flow = &flows[i];
            at = picoquictest_sim_link_next_arrival(flow->back, next);
            if (at < next) next = at, what = RETURN, who = flow;
            if (flow->cnx == NULL) {
                if (flow->start_us < next) next = flow->start_us, what = START, who = flow;
                continue;
            }
            at = picoquic_get_next_wake_time(flow->sender, now);
            if (at < next) next = at, what = WAKE_SENDER, who = flow;
            at = picoquic_get_next_wake_time(flow->receiver, now);
            if (at < next) next = at, what = WAKE_RECEIVER, who = flow;
        }
        uint64_t elapsed = next > now ? next - now : 0;
        if (elapsed == 0 && ++idle > 100000) fail("time stands still");
        if (elapsed > 0) idle = 0;
        if (counting && elapsed > 0) {
            if (core->aqm_state != NULL) {
                queue_integral += (double)waiting(core) * (double)elapsed;
            } else {
                /* What waits shrinks by one each US: summed over steps of a whole packet. */
                uint64_t delay = picoquictest_sim_link_queue_delay(core, now), left = elapsed;
                while (left > 0 && delay > 0) {
                    uint64_t behind = (delay - 1) / us, step = delay - behind * us;
                    if (step > left) step = left;
                    queue_integral += (double)behind * (double)step;
                    delay -= step, left -= step;
                }
            }
        }
        now += elapsed;
        if (!counting && now >= from_us) {
            counting = 1;
            drops_before = core->packets_dropped;
            for (int i = 0; i < n_flows; i++) {
                flows[i].received_before = flows[i].received;
                if (flows[i].cnx != NULL) flows[i].lost_before = flows[i].cnx->path[0]->nb_losses_found;
            }
        }
        switch (what) {
        case ADMIT:
            picoquictest_sim_link_admit_pending(core, now);
            break;
        case DELIVER: {
            picoquictest_sim_packet_t *packet = picoquictest_sim_link_dequeue(core, now);
            if (packet == NULL) break;
            picoquic_cnx_t *first = NULL;
            flow_t *flow = &flows[ntohs(((struct sockaddr_in *)&packet->addr_to)->sin_port) - 1000];
            if (counting) {
                sent += packet->length;
                flow->arrived++;
                flow->marked += packet->ecn_mark == PICOQUIC_ECN_CE;
            }
            (void)picoquic_incoming_packet_ex(flow->receiver, packet->bytes, packet->length,
                (struct sockaddr *)&packet->addr_from, (struct sockaddr *)&packet->addr_to, 0, packet->ecn_mark, &first, now);
            apply_ack_rule(flow);
            free(packet);
            break;
        }
        case RETURN: {
            picoquictest_sim_packet_t *packet = picoquictest_sim_link_dequeue(who->back, now);
            if (packet == NULL) break;
            picoquic_cnx_t *first = NULL;
            (void)picoquic_incoming_packet_ex(who->sender, packet->bytes, packet->length,
                (struct sockaddr *)&packet->addr_from, (struct sockaddr *)&packet->addr_to, 0, packet->ecn_mark, &first, now);
            free(packet);
            break;
        }
        case WAKE_SENDER:
        case WAKE_RECEIVER: {
            int sends = what == WAKE_SENDER, interface = 0;
            picoquic_cnx_t *last = NULL;
            picoquictest_sim_packet_t *packet = picoquictest_sim_link_create_packet();
            if (packet == NULL) fail("no memory");
            int result = picoquic_prepare_next_packet_ex(sends ? who->sender : who->receiver, now, packet->bytes, sizeof(packet->bytes),
                &packet->length, &packet->addr_to, &packet->addr_from, &interface, NULL, &last, NULL);
            if (result != 0 || packet->length == 0) {
                free(packet);
                break;
            }
            if (packet->addr_from.ss_family == 0)
                picoquic_store_addr(&packet->addr_from,
                    (struct sockaddr *)(sends ? &who->sender_address : &who->receiver_address));
            /* Only an algorithm of L4S is marked: BBR's ECT(0) would change nothing at these queues. */
            if (sends && who->cnx->congestion_alg->ecn_mark == PICOQUIC_ECN_ECT_1) packet->ecn_mark = PICOQUIC_ECN_ECT_1;
            picoquictest_sim_link_submit(sends ? core : who->back, packet, now);
            break;
        }
        case START:
            start_flow(who);
            break;
        case SAMPLE:
            next_sample += SAMPLE_US;
            for (int i = 0; i < n_flows; i++)
                if (flows[i].cnx != NULL)
                    flows[i].windows[flows[i].n_windows++] = (double)flows[i].cnx->path[0]->cwin / PACKET;
            break;
        default:
            fail("nothing to do");
        }
        for (int i = 0; i < n_flows; i++) observe(&flows[i], elapsed);
    }

    double seconds = (double)(end_us - from_us) / 1e6;
    printf("{\"flows\":[");
    for (int i = 0; i < n_flows; i++) {
        flow_t *flow = &flows[i];
        qsort(flow->windows, flow->n_windows, sizeof(double), compare);
        const double ranks[] = {0.05, 0.25, 0.5, 0.75, 0.95};
        printf("%s{\"goodputMbps\":%.4f,\"retransmits\":%" PRIu64 ",\"arrived\":%" PRIu64 ",\"marked\":%" PRIu64 ",\"cwndQuantiles\":[",
            i ? "," : "", (double)(flow->received - flow->received_before) * 8e-6 / seconds,
            flow->cnx->path[0]->nb_losses_found - flow->lost_before, flow->arrived, flow->marked);
        for (int k = 0; k < 5; k++) printf("%s%.1f", k ? "," : "", quantile(flow->windows, flow->n_windows, ranks[k]));
        printf("],\"states\":[");
        for (int k = 0; k < STATES; k++) printf("%s[%" PRIu64 ",%.3f]", k ? "," : "", flow->entered[k], (double)flow->spent[k] / 1e6);
        printf("]}");
    }
    printf("],\"queue\":{\"utilisation\":%.5f,\"drops\":%" PRIu64 ",\"meanPackets\":%.3f}}\n",
        (double)sent / PACKET * (double)us / 1e6 / seconds, core->packets_dropped - drops_before, queue_integral / 1e6 / seconds);
    return 0;
}
