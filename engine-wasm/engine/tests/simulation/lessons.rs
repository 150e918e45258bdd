//! Validation of lessons: shapes, paths that a step may set, correct answers.

use serde_json::{Value, json};

use droptail_engine::document::from_value;
use droptail_engine::scenario::Problem;

fn with(lesson: Value) -> Result<(), Vec<Problem>> {
    let document = json!({
        "version": 1, "durationS": 1.0, "nodes": [], "links": [], "flows": [], "lesson": lesson,
    });
    from_value(document).map(|scenario| {
        // Writing a parsed lesson gives the same text.
        let again = from_value(serde_json::to_value(&scenario).unwrap()).unwrap();
        assert_eq!(again, scenario);
    })
}

fn pointers(lesson: Value) -> Vec<String> {
    with(lesson).unwrap_err().into_iter().map(|p| p.pointer).collect()
}

fn step(question: Value) -> Value {
    json!({"steps": [{"id": "a", "question": question}]})
}

#[test]
fn a_lesson_of_each_kind_of_question_is_valid() {
    let quantity = json!({"measure": "jain", "per": "goodputMbps", "times": 2.0, "atS": 1.0});
    let claim = json!({"of": quantity, "is": "above", "value": 0.5});
    with(json!({"steps": [
        {"id": "a", "text": "…", "stage": {"set": [{"path": "/seed", "value": 2}], "runToS": 0.5, "hide": ["cwnd"]}},
        {"id": "b", "question": {"ask": "?", "options": [{"text": "1", "right": true, "claim": claim}, {"text": "2"}]}},
        {"id": "c", "question": {"ask": "?", "number": {"value": 1.0, "tolerance": 0.1, "of": quantity}}},
        {"id": "d", "question": {"ask": "?", "sketch": {"series": "jain", "fromS": 0.0, "toS": 1.0, "max": 1.0}},
         "checks": [{"id": "x", "text": "fair", "claim": claim, "task": true}], "reveal": "…", "revealToS": 1.0},
    ]}))
    .unwrap();
}

#[test]
fn problems_have_the_pointer_of_the_invalid_part() {
    assert_eq!(pointers(json!({"steps": [{"id": "a"}, {"id": "a"}]})), ["/lesson/steps/1/id"]);
    assert_eq!(pointers(json!({"steps": [{"id": "a", "txt": ""}]})), ["/lesson/steps/0/txt"]);
    assert_eq!(pointers(step(json!({"ask": "?"}))), ["/lesson/steps/0/question"]);
    let both = json!({"ask": "?", "number": {"value": 1.0, "tolerance": 0.0}, "options": [{"text": "1", "right": true}, {"text": "2"}]});
    assert_eq!(pointers(step(both)), ["/lesson/steps/0/question"]);
    let wrong = json!({"ask": "?", "options": [{"text": "1"}]});
    let twice = "/lesson/steps/0/question/options";
    assert_eq!(pointers(step(wrong)), [twice, twice]);
    let back = json!({"ask": "?", "sketch": {"series": "cwnd", "fromS": 2.0, "toS": 1.0, "max": 1.0}});
    assert_eq!(pointers(step(back)), ["/lesson/steps/0/question/sketch/toS"]);
    for path in ["", "seed", "/", "/lesson/steps", "/edits", "/title"] {
        let set = json!({"steps": [{"id": "a", "stage": {"set": [{"path": path, "value": 1}]}}]});
        assert_eq!(pointers(set), ["/lesson/steps/0/stage/set/0/path"], "{path}");
    }
    let long = "x".repeat(8000);
    let steps: Vec<_> = (0..20).map(|i| json!({"id": i.to_string(), "text": long})).collect();
    assert_eq!(pointers(json!({"steps": steps})), ["/lesson/steps"]);
}
